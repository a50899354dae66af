import type { Coverage } from '../../model/coverage.ts';
import { coverages } from '../../model/coverage.ts';
import type { Cloud } from '../../model/event.ts';
import { compareKeys } from '../../model/text.ts';
import { coverageOfTarget } from '../derived/coverage.ts';
import type { ProviderSchema } from '../schema/types.ts';
import type { CloudCatalog } from './clouds.ts';

/** Counts by coverage. */
export type CoverageCounts = Readonly<Record<Coverage, number>>;

export interface ServiceCoverage {
  /** The service's name in logs: `ec2.amazonaws.com`. */
  readonly service: string;
  readonly operations: CoverageCounts;
  /** Resource types by the best coverage that an operation of the service gives them. */
  readonly types: CoverageCounts;
}

export interface CloudCoverage {
  readonly cloud: Cloud;
  readonly operations: CoverageCounts;
  readonly types: CoverageCounts;
  /** The number of resource types that the provider has. */
  readonly providerTypes: number;
  /** Sorted by name. */
  readonly services: readonly ServiceCoverage[];
}

/** How many operations and types of a cloud the catalog supports, and how well. */
export function cloudCoverage(catalog: CloudCatalog, schema: ProviderSchema): CloudCoverage {
  const services = new Map<string, Tally>();
  const whole = createTally();
  const count = (
    service: string,
    operation: string,
    coverage: Coverage,
    types: readonly string[],
  ) => {
    const own = services.get(service) ?? createTally();
    services.set(service, own);
    for (const tally of [own, whole]) tally.add(`${service}:${operation}`, coverage, types);
  };
  for (const { service, operations, types } of catalog.entries) {
    for (const operation of operations) count(service, operation, 'mapped', types);
  }
  const written = new Map(
    catalog.entries.flatMap(({ service, operations, types }) =>
      operations.map((operation) => [`${service}:${operation}`, types] as const),
    ),
  );
  const types = new Set(catalog.entries.flatMap((entry) => entry.types));
  for (const { service, operation } of catalog.derivedRules?.operations() ?? []) {
    const known = written.get(`${service}:${operation}`);
    const targets = catalog.derivedRules?.targets(service, operation) ?? [];
    if (known === undefined && targets.length === 0) count(service, operation, 'mapped', []);
    for (const target of targets) {
      // An operation with an entry is left to the rules for types that no entry supports.
      const isOpen = known === undefined || !types.has(target.type);
      if (isOpen) count(service, operation, coverageOfTarget(target), [target.type]);
    }
  }
  const ofProvider = schema.types().filter((type) => type.startsWith(`${catalog.prefix}_`));
  return {
    cloud: catalog.cloud,
    ...whole.counts(),
    providerTypes: ofProvider.length,
    services: [...services]
      .sort(compareKeys)
      .map(([service, tally]) => ({ service, ...tally.counts() })),
  };
}

interface Tally {
  add(operation: string, coverage: Coverage, types: readonly string[]): void;
  counts(): Pick<ServiceCoverage, 'operations' | 'types'>;
}

function createTally(): Tally {
  const operations = new Map<string, Coverage>();
  const types = new Map<string, Coverage>();
  const keepBest = (all: Map<string, Coverage>, key: string, coverage: Coverage): void => {
    const before = all.get(key);
    const isBetter =
      before === undefined || coverages.indexOf(coverage) < coverages.indexOf(before);
    if (isBetter) all.set(key, coverage);
  };
  return {
    add(operation, coverage, changed) {
      keepBest(operations, operation, coverage);
      for (const type of changed) keepBest(types, type, coverage);
    },
    counts: () => ({ operations: countsOf(operations), types: countsOf(types) }),
  };
}

function countsOf(all: ReadonlyMap<string, Coverage>): CoverageCounts {
  const counts = { mapped: 0, derived: 0, touched: 0 };
  for (const coverage of all.values()) counts[coverage] += 1;
  return counts;
}
