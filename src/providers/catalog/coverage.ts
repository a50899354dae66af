import type { Depth } from '../../model/depth.ts';
import { depths } from '../../model/depth.ts';
import type { Cloud } from '../../model/event.ts';
import { depthOfTarget } from '../derived/depth.ts';
import type { ProviderSchema } from '../schema/types.ts';
import type { CloudCatalog } from './clouds.ts';

/** Counts by depth. */
export type DepthCounts = Readonly<Record<Depth, number>>;

export interface ServiceCoverage {
  /** The service's name in logs: `ec2.amazonaws.com`. */
  readonly service: string;
  readonly operations: DepthCounts;
  /** Resource types by the greatest depth at which an operation of the service supports them. */
  readonly types: DepthCounts;
}

export interface CloudCoverage {
  readonly cloud: Cloud;
  readonly operations: DepthCounts;
  readonly types: DepthCounts;
  /** The number of resource types that the provider has. */
  readonly providerTypes: number;
  /** Sorted by name. */
  readonly services: readonly ServiceCoverage[];
}

/** How many operations and types of a cloud the catalog supports, and at what depth. */
export function coverageOf(catalog: CloudCatalog, schema: ProviderSchema): CloudCoverage {
  const services = new Map<string, Tally>();
  const whole = createTally();
  const count = (service: string, operation: string, depth: Depth, types: readonly string[]) => {
    const own = services.get(service) ?? createTally();
    services.set(service, own);
    for (const tally of [own, whole]) tally.add(`${service}:${operation}`, depth, types);
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
      if (isOpen) count(service, operation, depthOfTarget(target), [target.type]);
    }
  }
  const ofProvider = schema.types().filter((type) => type.startsWith(`${catalog.prefix}_`));
  return {
    cloud: catalog.cloud,
    ...whole.counts(),
    providerTypes: ofProvider.length,
    services: [...services]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([service, tally]) => ({ service, ...tally.counts() })),
  };
}

interface Tally {
  add(operation: string, depth: Depth, types: readonly string[]): void;
  counts(): Pick<ServiceCoverage, 'operations' | 'types'>;
}

function createTally(): Tally {
  const operations = new Map<string, Depth>();
  const types = new Map<string, Depth>();
  const keepBest = (all: Map<string, Depth>, key: string, depth: Depth): void => {
    const before = all.get(key);
    const isBetter = before === undefined || depths.indexOf(depth) < depths.indexOf(before);
    if (isBetter) all.set(key, depth);
  };
  return {
    add(operation, depth, changed) {
      keepBest(operations, operation, depth);
      for (const type of changed) keepBest(types, type, depth);
    },
    counts: () => ({ operations: countsOf(operations), types: countsOf(types) }),
  };
}

function countsOf(all: ReadonlyMap<string, Depth>): DepthCounts {
  const counts = { mapped: 0, derived: 0, touched: 0 };
  for (const depth of all.values()) counts[depth] += 1;
  return counts;
}
