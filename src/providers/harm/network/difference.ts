import {
  type AddressRange,
  everyAddress,
  mergedRanges,
  rangeHolds,
} from '../../../model/address-range.ts';
import { groupBy } from '../../../model/group.ts';
import { canonicalJson } from '../../../model/json.ts';
import { type PortSpan, portSpan, type RuleGrid, ruleGrid } from './grid.ts';
import { protocolsToCompare } from './protocol.ts';
import { type Flow, lastPort, type NetworkPeer, type Traffic, type TrafficRule } from './types.ts';

/** Newly open traffic of one protocol in one range of ports. */
export interface NetworkRegion {
  readonly flow: Flow;
  readonly target: string;
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  /** Address ranges, merged and sorted. */
  readonly ranges: readonly AddressRange[];
  /** Names of groups, sorted; `*` for groups that no rule names. */
  readonly names: readonly string[];
  /** True if a rule denied it before. */
  readonly wasDenied: boolean;
  /** All protocols that were compared, including this one. */
  readonly known: readonly string[];
}

export interface Regions {
  readonly regions: readonly NetworkRegion[];
  /** False if there were too many pieces to compare. */
  readonly complete: boolean;
}

const maxPieces = 400_000;

/**
 * The traffic that `after` allows and `before` does not. All rules are cut along each other's
 * limits, so that each piece is entirely inside or outside a rule. How the rules are grouped or
 * split does not matter.
 */
export function openedBy(before: Traffic, after: Traffic): Regions {
  const regions: NetworkRegion[] = [];
  let left = maxPieces;
  for (const flow of ['in', 'out'] as const) {
    const [old, fresh] = [sideOf(before, flow), sideOf(after, flow)];
    const changed = changedRules(old, fresh);
    const all = [...old.rules, ...fresh.rules, ...changed];
    const names = namesIn(all);
    const known = protocolsToCompare(all);
    for (const target of targetsOf(all)) {
      for (const protocol of known) {
        const about = changed.filter((one) => appliesTo(one, protocol, target));
        if (about.length === 0) continue;
        const grid = ruleGrid(
          all.filter((one) => appliesTo(one, protocol, target)),
          about,
          protocol,
        );
        left -= grid.ports.length * (grid.ranges.length + names.length);
        if (left < 0) return { regions, complete: false };
        regions.push(...openedIn(grid, names, old, fresh, { flow, target, protocol, known }));
      }
    }
  }
  return {
    regions: regions.filter((one) => !regions.some((other) => isWithin(one, other))),
    complete: true,
  };
}

/**
 * True if a region is covered by one that is open on all targets, so that it need not be listed.
 */
function isWithin(one: NetworkRegion, other: NetworkRegion): boolean {
  return (
    one.target !== '*' &&
    other.target === '*' &&
    one.flow === other.flow &&
    one.protocol === other.protocol &&
    other.from <= one.from &&
    one.to <= other.to &&
    one.ranges.every((range) => other.ranges.some((outer) => rangeHolds(outer, range))) &&
    one.names.every((name) => other.names.includes(name) || other.names.includes('*'))
  );
}

interface Side {
  readonly rules: readonly TrafficRule[];
  readonly otherwise: 'allow' | 'deny';
}

function sideOf({ rules, otherwise }: Traffic, flow: Flow): Side {
  const own = rules.filter((one) => one.flow === flow);
  return { rules: [...own].sort((a, b) => a.order - b.order), otherwise: otherwise[flow] };
}

const everything: TrafficRule = {
  flow: 'in',
  action: 'allow',
  order: 0,
  protocol: '*',
  from: 0,
  to: lastPort,
  peers: [...everyAddress, { name: '*' }],
  target: '*',
};

function changedRules(old: Side, fresh: Side): readonly TrafficRule[] {
  if (old.otherwise !== fresh.otherwise) return [everything];
  const [before, after] = [new Set(old.rules.map(keyOf)), new Set(fresh.rules.map(keyOf))];
  return [
    ...old.rules.filter((one) => !after.has(keyOf(one))),
    ...fresh.rules.filter((one) => !before.has(keyOf(one))),
  ];
}

function keyOf({ peers, ...rest }: TrafficRule): string {
  const texts = peers.map((one) =>
    'name' in one ? one.name : `${one.first}-${one.last}/${one.bits}`,
  );
  return `${canonicalJson(rest)} ${texts.sort().join(' ')}`;
}

function targetsOf(rules: readonly TrafficRule[]): readonly string[] {
  return [...new Set([...rules.map(({ target }) => target), '*'])].sort();
}

/** Names of groups, sorted. Groups are treated as disjoint. */
function namesIn(rules: readonly TrafficRule[]): readonly string[] {
  const named = rules.flatMap(({ peers }) =>
    peers.flatMap((one) => ('name' in one ? one.name : [])),
  );
  return [...new Set(named)].sort();
}

function appliesTo(rule: TrafficRule, protocol: string, target: string): boolean {
  const fits = rule.protocol === '*' || rule.protocol === protocol;
  return fits && (rule.target === '*' || rule.target === target);
}

type Place = Pick<NetworkRegion, 'flow' | 'target' | 'protocol' | 'known'>;

function openedIn(
  grid: RuleGrid,
  groups: readonly string[],
  old: Side,
  fresh: Side,
  place: Place,
): readonly NetworkRegion[] {
  const found = grid.ports.flatMap((run) => {
    const about = (side: Side): Side => ({
      ...side,
      rules: side.rules.filter((one) => isAbout(one, run, place)),
    });
    const [was, is] = [about(old), about(fresh)];
    const opens = (peer: NetworkPeer) =>
      verdict(is, peer).action === 'allow' && verdict(was, peer).action === 'deny';
    const ranges = grid.ranges.filter(opens);
    const names = groups.filter((name) => opens({ name }));
    if (ranges.length + names.length === 0) return [];
    const peers: readonly NetworkPeer[] = [...ranges, ...names.map((name) => ({ name }))];
    const wasDenied = peers.some((peer) => verdict(was, peer).isRule);
    return [{ ...place, ...run, ranges: mergedRanges(ranges), names, wasDenied }];
  });
  return joinRuns(found);
}

function isAbout(rule: TrafficRule, run: PortSpan, { protocol, target }: Place): boolean {
  const ports = portSpan(rule, protocol);
  return appliesTo(rule, protocol, target) && ports.from <= run.from && run.to <= ports.to;
}

/** Rules are sorted, and the first one that covers the peer decides. */
function verdict(side: Side, peer: NetworkPeer): { action: 'allow' | 'deny'; isRule: boolean } {
  const found = side.rules.find(({ peers }) => peers.some((one) => holdsPeer(one, peer)));
  return { action: found?.action ?? side.otherwise, isRule: found !== undefined };
}

function holdsPeer(outer: NetworkPeer, inner: NetworkPeer): boolean {
  if ('name' in outer) return 'name' in inner && (outer.name === '*' || outer.name === inner.name);
  return 'bits' in inner && rangeHolds(outer, inner);
}

/** Joins adjacent ranges of ports that are open to the same peers. */
function joinRuns(regions: readonly NetworkRegion[]): readonly NetworkRegion[] {
  const byPeers = groupBy(regions, ({ ranges, names, wasDenied }) =>
    [
      ...ranges.map((one) => `${one.bits} ${one.first} ${one.last}`),
      ...names,
      String(wasDenied),
    ].join('|'),
  );
  return [...byPeers.values()].flatMap((group) => {
    const joined: NetworkRegion[] = [];
    for (const next of [...group].sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last !== undefined && last.to + 1 === next.from)
        joined[joined.length - 1] = { ...last, to: next.to };
      else joined.push(next);
    }
    return joined;
  });
}
