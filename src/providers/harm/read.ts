import type { Pricing } from '../../model/cost.ts';
import type { Drift } from '../../model/drift.ts';
import type { HarmReading } from '../../model/harm.ts';
import type { ResourceChange } from '../../model/resource-change.ts';
import { inPresentNames, withPresentNames } from '../azure/former-names.ts';
import { assessHarm } from './assess-harm.ts';
import type { MarkedChange } from './change.ts';
import { readCost } from './cost/read.ts';
import { type HarmedField, singleFieldChange } from './drift.ts';
import { judgeGrants } from './grants/judge.ts';
import type { Grant } from './grants/types.ts';
import { mergeHarm } from './merge.ts';
import { judgeNetwork } from './network/judge.ts';
import { readTraffic } from './network/read/read.ts';
import { lastPort, type NetworkOpening, type TrafficChange } from './network/types.ts';
import type { HarmFacts } from './table/types.ts';

/** The owner of the resource, as far as it is known; everyone else is an outsider. */
export interface Own {
  readonly accounts: readonly string[];
}

/** The harm of a field's live value compared with the declared one, by facts and by meaning. */
function readHarm(facts: HarmFacts, change: HarmedField, own: Own, pricing?: Pricing): HarmReading {
  const resource = singleFieldChange(change);
  const { type, before, after } = resource;
  const isHidden = change.live.kind === 'redacted' || change.live.kind === 'unknown';
  const [field] = change.path;
  const unknown = isHidden && typeof field === 'string' ? { unknown: [field] } : {};
  return readResourceHarm(facts, resource, { type, before, after, own, ...unknown }, pricing);
}

/**
 * The harm of a change of an entire resource, by facts and by meaning. `meant` is the same change
 * without hidden values, whose meaning must not be revealed.
 */
export function readResourceHarm(
  facts: HarmFacts,
  change: MarkedChange,
  meant: ResourceChange,
  pricing?: Pricing,
): HarmReading {
  const { harms, grants } = judgeGrants(meant);
  const traffic = judgeNetwork(meant);
  const granted = harms.flatMap(({ field, doubt }) => (doubt === undefined ? headOf(field) : []));
  const covered = coveredByTraffic(meant);
  const isCovered = (field: string) =>
    granted.includes(headOf(field)) || covered.some((path) => isWithin(field, path));
  const rules = assessHarm(facts, change).filter(
    ({ dimension, field }) => dimension !== 'security' || !isCovered(field),
  );
  const cost = readCost(change, pricing);
  const opened = traffic.opened.filter(({ flow }) => flow === 'in');
  return {
    harms: mergeHarm([...harms, ...traffic.harms, ...rules]),
    ports: unique(opened.map(portsOf)),
    sources: unique(opened.flatMap(({ peers }) => peers)),
    principals: listed(grants.added, ({ principals }) => principals),
    grantsAdded: listed(grants.added, ({ actions }) => actions),
    grantsRemoved: listed(grants.removed, ({ actions }) => actions),
    ...(cost === undefined ? {} : { cost }),
  };
}

/**
 * The harm of a drift. `attributes` are those of its resource, as far as they are known; `pricing`
 * gives its prices.
 */
export function readDriftHarm(
  facts: HarmFacts,
  { type, path, declared, live, creation }: Drift,
  own: Own,
  {
    pricing,
    ...more
  }: Pick<HarmedField, 'attributes' | 'secret'> & { readonly pricing?: Pricing | undefined } = {},
): HarmReading {
  const made =
    creation && ({ kind: 'value', value: withPresentNames(type, creation.attributes) } as const);
  const { attributes, ...rest } = more;
  const change: HarmedField = {
    ...rest,
    type,
    path: inPresentNames(type, path),
    declared,
    live: made ?? live,
    ...(attributes && { attributes: withPresentNames(type, attributes) }),
  };
  return readHarm(facts, change, own, pricing);
}

/**
 * Paths where the judgment of traffic is more precise than the table of facts, whose security
 * findings are left out there. If neither side has a rule, only the table applies.
 */
function coveredByTraffic(change: ResourceChange): readonly string[] {
  const traffic = readTraffic(change);
  if (traffic === undefined) return [];
  const { before, after, fields, covered = fields } = traffic;
  const isEmpty = before.rules.length === 0 && after.rules.length === 0;
  return isEmpty && !speaks(traffic) ? [] : ['', ...covered];
}

/** True if traffic that no rule covers passes on one side only. */
function speaks({ before, after }: TrafficChange): boolean {
  return before.otherwise.in !== after.otherwise.in || before.otherwise.out !== after.otherwise.out;
}

function isWithin(field: string, path: string): boolean {
  return field === path || (path !== '' && field.startsWith(`${path}.`));
}

function headOf(field: string): string {
  return field.split('.')[0] ?? '';
}

/** A text such as `tcp/22`, `udp/8000-8100` or `all`. */
function portsOf({ protocol, from, to }: NetworkOpening): string {
  const isAny = from === 0 && to === lastPort;
  if (protocol === '*' && isAny) return 'all';
  const ports = isAny ? 'all' : from === to ? String(from) : `${from}-${to}`;
  return `${protocol === '*' ? 'all' : protocol}/${ports}`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function listed(
  grants: readonly Grant[],
  of: (grant: Grant) => readonly string[],
): readonly string[] {
  return unique(grants.flatMap(of));
}
