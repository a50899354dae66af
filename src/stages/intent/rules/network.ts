import { isWideRange, parseRange } from '../../../model/address-range.ts';
import { groupBy } from '../../../model/group.ts';
import type { Purpose } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../model/json.ts';
import { serviceOf } from '../../../model/port-name.ts';
import { displayText } from '../../../model/text.ts';
import { joinedWords } from '../../../model/words.ts';
import { securityGroupRules, securityGroups } from '../../../providers/traits/access-types.ts';
import { peerFields } from '../../../providers/traits/peers.ts';
import type { IntentClause, NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';
import type { Fact } from '../facts.ts';

/** Traffic that a security group rule allows. */
interface Traffic {
  readonly ingress: boolean;
  readonly ports: string;
  readonly peer: string;
  readonly wide: boolean;
}

interface Move {
  readonly fact: Fact;
  readonly traffic: Traffic;
  readonly opens: boolean;
}

const longestPeerList = 3;

/**
 * Rules of a security group that were added, removed or moved, and rule resources that were
 * created.
 */
export const networkRules: readonly NamingRule[] = [
  {
    id: 'security-group-rules',
    types: [...securityGroups, ...securityGroupRules],
    read: (facts) => [...groupBy(facts.flatMap(moveOf), keyOf).values()].flatMap(readMoves),
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
  const { change, drift, field, type } = fact;
  if (securityGroups.includes(type)) {
    if (change !== 'joined' && change !== 'left') return [];
    if (field !== 'ingress' && field !== 'egress') return [];
    return [{ fact, opens: change === 'joined', traffic: trafficOf(fact.member, field) }];
  }
  if (change !== 'created') return [];
  const attributes = drift.creation?.attributes ?? {};
  const direction = type.includes('egress') || attributes['type'] === 'egress';
  return [{ fact, opens: true, traffic: trafficOf(attributes, direction ? 'egress' : 'ingress') }];
}

function keyOf({ fact, traffic }: Move): string {
  return `${fact.drift.address} ${traffic.ingress} ${fact.type}`;
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
  const phrases = {
    before: `Moved ${right.traffic.peer} from ${left.traffic.ports} to ${right.traffic.ports} on `,
  };
  return clause([left.fact, right.fact], purposeOf([left, right]), phrases);
}

function onPort(ports: string, moves: readonly Move[]): Omit<IntentClause, 'rule'> {
  const facts = moves.map(({ fact }) => fact);
  const [opened, closed] = [peersOf(moves, true), peersOf(moves, false)];
  const direction = moves[0]?.traffic.ingress === false ? 'outgoing ' : '';
  const purpose = purposeOf(moves);
  if (closed === '')
    return clause(
      facts,
      purpose,
      { before: `Opened ${direction}${ports} to ${opened} on ` },
      { together: false },
    );
  if (opened === '')
    return clause(
      facts,
      purpose,
      { before: `Closed ${direction}${ports} to ${closed} on ` },
      { together: false },
    );
  const before =
    opened === closed
      ? `Changed the description of the rule for ${direction}${ports} from ${opened} on `
      : `Replaced ${closed} by ${opened} for ${direction}${ports} on `;
  return clause(facts, opened === closed ? 'maintenance' : purpose, { before }, { together: true });
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

function trafficOf(rule: Json | undefined, direction: string): Traffic {
  const found = peerFields
    .map((name) => jsonAt(rule, name))
    .find((value) => texts(value).length > 0);
  const self = jsonAt(rule, 'self') === true;
  return {
    ingress: direction === 'ingress',
    ports: portsOf(rule),
    peer: self ? 'itself' : peerText(texts(found)),
    wide: isWide(found),
  };
}

function peerText(names: readonly string[]): string {
  if (names.some(isEveryone)) return 'everyone';
  return names.length === 0 ? 'nobody' : joinedWords(names.map((name) => displayText(name, 60)));
}

function texts(value: Json | undefined): readonly string[] {
  const list = isJsonArray(value) ? value : [value ?? ''];
  return list.filter((one): one is string => typeof one === 'string' && one !== '');
}

function portsOf(rule: Json | undefined): string {
  if (!isJsonObject(rule)) return 'all traffic';
  const protocol = String(jsonAt(rule, 'protocol') ?? jsonAt(rule, 'ip_protocol') ?? '-1');
  if (protocol === '-1' || protocol === 'all') return 'all traffic';
  if (/^icmp/i.test(protocol)) return 'ICMP';
  const from = String(jsonAt(rule, 'from_port') ?? '');
  const to = String(jsonAt(rule, 'to_port') ?? from);
  const kind = protocol === 'tcp' || protocol === '6' ? '' : `${protocol.toUpperCase()} `;
  if (from === to || to === '') return `${kind}port ${displayText(from, 10)}${serviceOf(from)}`;
  if (from === '0' && to === '65535') return `all ${kind}ports`;
  return displayText(`${kind}ports ${from}-${to}`, 40);
}

function isEveryone(network: string): boolean {
  return network === '0.0.0.0/0' || network === '::/0';
}

/** Opening to half of the internet is treated like opening to all of it. */
function isWide(value: Json | undefined): boolean {
  return texts(value).some((network) => isWideRange(parseRange(network)));
}
