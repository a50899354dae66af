import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange, rangeHolds } from '../../../../src/model/address-range.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { NetworkOpening } from '../../../../src/providers/harm/network/types.ts';
import { cases } from '../../../cases.ts';
import { judged } from './make.ts';

const networks = [
  '0.0.0.0/0',
  '10.0.0.0/24',
  '10.0.0.0/25',
  '10.0.0.128/25',
  '10.0.0.9/32',
  '203.0.113.0/24',
  '::/0',
  '2001:db8::/32',
];
const groups = ['sg-1', 'sg-2'];
const addresses = [
  '10.0.0.9',
  '10.0.0.10',
  '10.0.0.200',
  '203.0.113.7',
  '9.9.9.9',
  '2001:db8::1',
  '2001:db9::1',
];
const ports = [0, 21, 22, 23, 24, 80, 443, 65_535];
const protocols = ['tcp', 'udp', 'icmp', '47'];

interface Probe {
  readonly protocol: string;
  readonly port: number;
  readonly from: string;
}

const probes: readonly Probe[] = protocols.flatMap((protocol) =>
  (protocol === 'tcp' || protocol === 'udp' ? ports : [0]).flatMap((port) =>
    [...addresses, ...groups].map((from) => ({ protocol, port, from })),
  ),
);

const rule: fc.Arbitrary<JsonObject> = fc
  .record({
    protocol: fc.constantFrom('tcp', 'tcp', 'udp', 'icmp', '-1', '47'),
    run: fc.tuple(fc.constantFrom(...ports), fc.constantFrom(...ports)),
    cidrs: fc.uniqueArray(fc.constantFrom(...networks), { maxLength: 3 }),
    security_groups: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 1 }),
  })
  .map(({ protocol, run, cidrs, security_groups }) => ({
    protocol,
    from_port: Math.min(...run),
    to_port: Math.max(...run),
    cidr_blocks: cidrs.filter((one) => !one.includes(':')),
    ipv6_cidr_blocks: cidrs.filter((one) => one.includes(':')),
    security_groups,
  }));
const ingress = fc.array(rule, { maxLength: 5 });

/** Whether the rules let one packet through, checked rule by rule. */
function passes(rules: readonly JsonObject[], { protocol, port, from }: Probe): boolean {
  return rules.some((one) => {
    const all = one['protocol'] === '-1';
    const hasPorts = protocol === 'tcp' || protocol === 'udp';
    const inRun = Number(one['from_port']) <= port && port <= Number(one['to_port']);
    if (!(all || (one['protocol'] === protocol && (!hasPorts || inRun)))) return false;
    return isPeer(one, from);
  });
}

/** Members of a group have IPv4 addresses that are not known. */
function isPeer(one: JsonObject, from: string): boolean {
  const cidrs = [one['cidr_blocks'], one['ipv6_cidr_blocks']].flat() as readonly string[];
  if (from.startsWith('sg-')) {
    return (
      (one['security_groups'] as readonly string[]).includes(from) || cidrs.includes('0.0.0.0/0')
    );
  }
  return cidrs.some((cidr) => holds(cidr, from));
}

function holds(network: string, address: string): boolean {
  const [outer, inner] = [parseRange(network), parseRange(address)];
  return outer !== undefined && inner !== undefined && rangeHolds(outer, inner);
}

/** Whether an opening covers a packet; `*` and `other` are groups and protocols no rule names. */
function tells(
  openings: readonly NetworkOpening[],
  { protocol, port, from }: Probe,
  named: string,
): boolean {
  const known = protocols.slice(0, 3);
  const isGroup = from.startsWith('sg-');
  return openings.some(
    (one) =>
      (one.protocol === '*' ||
        one.protocol === protocol ||
        (one.protocol === 'other' &&
          !known.includes(protocol) &&
          !named.includes(`"${protocol}"`))) &&
      one.from <= port &&
      port <= one.to &&
      one.peers.some(
        (peer) =>
          peer === from ||
          holds(peer, from) ||
          (isGroup && (peer === '0.0.0.0/0' || (peer === '*' && !named.includes(from)))),
      ),
  );
}

/** For a group that already had access, opening all of IPv4 is nothing new. */
function isReported(
  openings: readonly NetworkOpening[],
  probe: Probe,
  had: boolean,
  named: string,
): boolean {
  const world = openings.filter(({ peers }) => peers.includes('0.0.0.0/0'));
  if (had && probe.from.startsWith('sg-') && tells(world, probe, named)) return false;
  return tells(openings, probe, named);
}

const judge = (before: readonly JsonObject[], after: readonly JsonObject[]) =>
  judged('aws_security_group', { ingress: before }, { ingress: after });

describe('traffic through two sets of rules', () => {
  it('differs for the same packets as when each is tried', () => {
    fc.assert(
      fc.property(ingress, ingress, (before, after) => {
        const { opened, closed } = judge(before, after);
        const named = JSON.stringify([before, after]);
        const wrong = probes.filter((probe) => {
          const [was, is] = [passes(before, probe), passes(after, probe)];
          return (
            isReported(opened, probe, was, named) !== (is && !was) ||
            isReported(closed, probe, is, named) !== (was && !is)
          );
        });

        expect(wrong).toEqual([]);
      }),
      { numRuns: cases(5000) },
    );
  });

  it('is the same however rules are grouped, split and ordered', () => {
    const split = (one: JsonObject): readonly JsonObject[] => [
      { ...one, ipv6_cidr_blocks: [], security_groups: [] },
      { ...one, cidr_blocks: [], security_groups: [] },
      { ...one, cidr_blocks: [], ipv6_cidr_blocks: [] },
    ];
    const halves = (one: JsonObject): readonly JsonObject[] => {
      const [from, to] = [Number(one['from_port']), Number(one['to_port'])];
      const half = Math.floor((from + to) / 2);
      if (from === to) return [one];
      return [
        { ...one, to_port: half },
        { ...one, from_port: half + 1 },
      ];
    };
    fc.assert(
      fc.property(ingress, (rules) => {
        const other = rules.flatMap(split).flatMap(halves).reverse();

        expect(judge(rules, other)).toEqual({ harms: [], opened: [], closed: [] });
      }),
      { numRuns: cases(2000) },
    );
  });

  it('is reversed if the change is reversed', () => {
    const turned = { weakens: 'strengthens', strengthens: 'weakens' } as const;
    fc.assert(
      fc.property(ingress, ingress, (before, after) => {
        const [there, back] = [judge(before, after), judge(after, before)];

        expect([back.opened, back.closed]).toEqual([there.closed, there.opened]);
        expect(back.harms.map((one) => `${turned[one.direction]} ${one.severity}`).sort()).toEqual(
          there.harms.map((one) => `${one.direction} ${one.severity}`).sort(),
        );
      }),
      { numRuns: cases(2000) },
    );
  });

  it('only grows by a rule that allows', () => {
    fc.assert(
      fc.property(ingress, rule, (rules, more) => {
        const { harms, closed } = judge(rules, [...rules, more]);

        expect(closed).toEqual([]);
        expect(harms.filter(({ direction }) => direction === 'strengthens')).toEqual([]);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('only shrinks by an entry of an ACL that denies', () => {
    const entry = fc
      .tuple(
        fc.constantFrom('allow', 'deny'),
        fc.constantFrom(...ports),
        fc.constantFrom(...networks.slice(0, 6)),
      )
      .map(([action, port, cidr_block]) => ({
        action,
        cidr_block,
        from_port: port,
        to_port: port,
        protocol: 'tcp',
      }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), entry, fc.nat(7), (entries, extra, at) => {
        const numbered = entries.map(
          (one, index): JsonObject => ({ ...one, rule_no: 100 + 10 * index }),
        );
        const denial = { ...extra, action: 'deny', rule_no: 95 + 10 * at };
        const { opened } = judged(
          'aws_network_acl',
          { ingress: numbered },
          { ingress: [...numbered, denial] },
        );

        expect(opened).toEqual([]);
      }),
      { numRuns: cases(2000) },
    );
  });
});
