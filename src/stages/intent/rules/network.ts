import { groupBy } from '../../../model/group.ts';
import type { Purpose } from '../../../model/intent.ts';
import { joinedWords } from '../../../model/words.ts';
import { securityGroupRules, securityGroups } from '../../../providers/traits/access-types.ts';
import { peerFields } from '../../../providers/traits/peers.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import type { Fact } from '../facts.ts';
import {
  isKnownRule,
  isWide,
  type RuleTraffic,
  ruleTraffic,
  trafficOfPeer,
  trafficOfRule,
} from './traffic.ts';

interface Move {
  readonly facts: readonly Fact[];
  readonly traffic: RuleTraffic;
  readonly opens: boolean;
}

const longestPeerList = 3;

/** Fields of a rule resource that say what it is about. */
const content = ['description', 'from_port', 'to_port', ...peerFields];

/**
 * Rules of a security group that were added, removed or moved, whether they are blocks of the group
 * or resources of their own.
 */
export const networkRules: readonly NamingRule[] = [
  {
    id: 'security-group-rules',
    types: [...securityGroups, ...securityGroupRules],
    read: (facts) =>
      [...groupBy([...facts.flatMap(moveOf), ...changedRule(facts)], keyOf).values()].flatMap(
        readMoves,
      ),
  },
  {
    id: 'security-group-peer',
    types: securityGroupRules,
    read: (facts) =>
      facts
        .filter(({ field, live }) => peerFields.includes(field) && isWide(live))
        .map((fact) => clause([fact], 'weakening', { before: 'Opened ', after: ' to everyone' })),
  },
];

function moveOf(fact: Fact): readonly Move[] {
  const { change, field, type, attributes } = fact;
  const opens = change === 'created' || change === 'joined';
  if (securityGroups.includes(type)) {
    if (change !== 'joined' && change !== 'left') return [];
    if (field !== 'ingress' && field !== 'egress') return [];
    return [{ facts: [fact], opens, traffic: ruleTraffic(fact.member, field) }];
  }
  if (change === 'created' || (change === 'deleted' && isKnownRule(attributes))) {
    return [{ facts: [fact], opens, traffic: trafficOfRule(type, attributes) }];
  }
  const isOnePeer = change === 'joined' || change === 'left';
  if (!isOnePeer || !peerFields.includes(field) || !isKnownRule(attributes)) return [];
  const traffic = trafficOfPeer(type, attributes, field, fact.member ?? null);
  return [{ facts: [fact], opens, traffic }];
}

/** The rule before and after, if only its ports, its peer or its description are another. */
function changedRule(facts: readonly Fact[]): readonly Move[] {
  const changed = facts.filter(
    ({ change, drift, field }) =>
      change === 'changed' && drift.path.length === 1 && content.includes(field),
  );
  const [first] = changed;
  if (first === undefined || !isKnownRule(first.attributes)) return [];
  const { type, attributes } = first;
  const side = (name: 'declared' | 'live'): RuleTraffic =>
    trafficOfRule(type, {
      ...attributes,
      ...Object.fromEntries(changed.map((fact) => [fact.field, fact[name] ?? null])),
    });
  const [before, after] = [side('declared'), side('live')];
  const differing = (['ports', 'peer'] as const).filter((name) => before[name] !== after[name]);
  const isText = changed.every(({ field }) => field === 'description');
  if (differing.length !== (isText ? 0 : 1)) return [];
  return [
    { facts: changed, opens: false, traffic: before },
    { facts: changed, opens: true, traffic: after },
  ];
}

function keyOf({ facts, traffic }: Move): string {
  return `${facts[0]?.drift.address} ${traffic.ingress} ${facts[0]?.type}`;
}

/**
 * The clauses for all changes of one direction on one group, by port. A rule that was removed while
 * another for the same peer was added counts as moved.
 */
function readMoves(moves: readonly Move[]): readonly Omit<IntentClause, 'rule'>[] {
  const byPort = groupBy(moves, ({ traffic }) => traffic.ports);
  const lone = [...byPort.values()].filter((group) => group.length === 1).flat();
  const moved = pairByPeer(lone);
  const paired = new Set(moved.flat());
  const rest = [...byPort].map(([ports, group]) => ({
    ports,
    group: group.filter((move) => !paired.has(move)),
  }));
  return [
    ...moved.map(([left, right]) => portMove(left, right)),
    ...rest.flatMap(({ ports, group }) => byDanger(group).map((part) => onPort(ports, part))),
  ];
}

/**
 * Splits added rules by whether they open to everyone, so that one for everyone does not make one
 * for an office look dangerous.
 */
function byDanger(moves: readonly Move[]): readonly (readonly Move[])[] {
  if (moves.some(({ opens }) => !opens)) return [moves];
  return [...groupBy(moves, ({ traffic }) => traffic.wide).values()];
}

function pairByPeer(moves: readonly Move[]): readonly (readonly [Move, Move])[] {
  const byPeer = groupBy(moves, ({ traffic }) => traffic.peer);
  return [...byPeer.values()].flatMap((group) => {
    const [left, right] = [group.find((one) => !one.opens), group.find((one) => one.opens)];
    return group.length === 2 && left !== undefined && right !== undefined ? [[left, right]] : [];
  });
}

function portMove(left: Move, right: Move): Omit<IntentClause, 'rule'> {
  const before = `Moved ${right.traffic.peer} from ${left.traffic.ports} to ${right.traffic.ports} on `;
  return onGroup([left, right], purposeOf([left, right]), before, true);
}

function onGroup(
  moves: readonly Move[],
  purpose: Purpose,
  before: string,
  together: boolean,
): Omit<IntentClause, 'rule'> {
  const facts = [...new Set(moves.flatMap((move) => move.facts))];
  return clause(facts, purpose, { before, subject: facts[0]?.whole }, { together });
}

function onPort(ports: string, moves: readonly Move[]): Omit<IntentClause, 'rule'> {
  const [opened, closed] = [peersOf(moves, true), peersOf(moves, false)];
  const direction = moves[0]?.traffic.ingress === false ? 'outgoing ' : '';
  const purpose = purposeOf(moves);
  if (closed === '')
    return onGroup(moves, purpose, `Opened ${direction}${ports} to ${opened} on `, false);
  if (opened === '')
    return onGroup(moves, purpose, `Closed ${direction}${ports} to ${closed} on `, false);
  const before =
    opened === closed
      ? `Changed the description of the rule for ${direction}${ports} from ${opened} on `
      : `Replaced ${closed} by ${opened} for ${direction}${ports} on `;
  return onGroup(moves, opened === closed ? 'maintenance' : purpose, before, true);
}

function purposeOf(moves: readonly Move[]): Purpose {
  const was = moves.some(({ opens, traffic }) => !opens && traffic.wide);
  if (moves.some(({ opens, traffic }) => opens && traffic.wide && traffic.ingress)) {
    // Replacing a wide rule by another for the same ports opens nothing new.
    return was && new Set(moves.map(({ traffic }) => traffic.ports)).size === 1
      ? 'access'
      : 'weakening';
  }
  return moves.every(({ opens }) => !opens) || was ? 'hardening' : 'access';
}

function peersOf(moves: readonly Move[], opens: boolean): string {
  const names = moves.filter((move) => move.opens === opens).map(({ traffic }) => traffic.peer);
  const sorted = [...new Set(names)].sort();
  const rest = sorted.length - longestPeerList;
  if (rest <= 0) return joinedWords(sorted);
  return `${sorted.slice(0, longestPeerList - 1).join(', ')} and ${rest + 1} more`;
}
