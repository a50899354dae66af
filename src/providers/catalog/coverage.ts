import type { Depth } from '../../model/depth.ts';
import { depths } from '../../model/depth.ts';
import type { Cloud } from '../../model/event.ts';
import { depthOfTarget } from '../derived/depth.ts';
import type { ProviderSchema } from '../schema/types.ts';
import type { CloudCatalog } from './clouds.ts';

/** How many there are at each depth. */
export type DepthCounts = Readonly<Record<Depth, number>>;

export interface ServiceCoverage {
  /** As the log names it: `ec2.amazonaws.com`. */
  readonly service: string;
  readonly operations: DepthCounts;
  /** Resource types by the best depth that an operation of the service has for them. */
  readonly types: DepthCounts;
}

export interface CloudCoverage {
  readonly cloud: Cloud;
  readonly operations: DepthCounts;
  readonly types: DepthCounts;
  /** Resource types that the provider has. */
  readonly providerTypes: number;
  /** By name. */
  readonly services: readonly ServiceCoverage[];
}

/** How much of a cloud the catalog knows, and how well. */
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
      // An entry leaves what it does not know to the rules.
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
