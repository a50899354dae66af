import { type AddressRange, everyAddress, parseRange } from '../../../../model/address-range.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../../model/json.ts';
import { isMasked } from '../../../../model/masked.ts';
import { type Flow, lastPort, type NetworkPeer, type Traffic, type TrafficRule } from '../types.ts';

/** Everyone, whether identified by an address or by a group. */
export const everybody: readonly NetworkPeer[] = [...everyAddress, { name: '*' }];

/** The texts of a list, or a single text as a list; empty texts are left out. */
export function ruleTextsAt(value: Json | undefined, name: string): readonly string[] {
  const found = jsonAt(value, name) ?? [];
  const list = isJsonArray(found) ? found : [found];
  return list.flatMap((one) =>
    (typeof one === 'string' && one !== '') || typeof one === 'number' ? [String(one)] : [],
  );
}

export function ruleTextAt(value: Json | undefined, name: string): string {
  return ruleTextsAt(value, name)[0] ?? '';
}

/** A number, which may be written as text. */
export function ruleNumberAt(value: Json | undefined, name: string): number | undefined {
  const text = ruleTextAt(value, name);
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

export function isTrueAt(value: Json | undefined, name: string): boolean {
  const found = jsonAt(value, name);
  return found === true || found === 'true';
}

/** The blocks of that name, or a single block as a list. */
export function blocksAt(value: Json | undefined, name: string): readonly JsonObject[] {
  const found = jsonAt(value, name);
  return (isJsonArray(found) ? found : [found]).filter(isJsonObject);
}

/** Networks as ranges. All of IPv4 also includes each group by its name. */
export function peersFrom(networks: readonly string[]): readonly NetworkPeer[] {
  return networks.flatMap((text): readonly NetworkPeer[] => {
    const range = parseRange(text);
    if (range === undefined) return isMasked(text) ? [] : [{ name: text }];
    return isAllOfIpv4(range) ? [range, { name: '*' }] : [range];
  });
}

/** Everyone who connects by IPv4, as control planes and load balancers allow by default. */
export const allOfIpv4: readonly NetworkPeer[] = peersFrom(['0.0.0.0/0']);

function isAllOfIpv4({ bits, first, last }: AddressRange): boolean {
  return bits === 32 && first === 0n && last === (1n << 32n) - 1n;
}

/** Parses `22`, `8000-8100` or `*`; undefined for other text. */
export function portRun(text: string): { from: number; to: number } | undefined {
  if (text === '*' || text === '') return { from: 0, to: lastPort };
  const [, from = '', to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (from === '') return undefined;
  return { from: Number(from), to: Number(to ?? from) };
}

/** A rule that allows traffic, by default for all protocols, ports and targets. */
export function allowing(
  flow: Flow,
  rule: Partial<TrafficRule> & Pick<TrafficRule, 'peers'>,
): TrafficRule {
  return {
    flow,
    action: 'allow',
    order: 0,
    protocol: '*',
    from: 0,
    to: lastPort,
    target: '*',
    ...rule,
  };
}

/**
 * Both sides of a change of rules. A single rule that denies restricts what other rules allow, so
 * traffic that no rule covers passes on both sides.
 */
export function trafficSides(
  sides: { readonly before?: JsonObject | undefined; readonly after?: JsonObject | undefined },
  read: (resource: JsonObject) => readonly TrafficRule[],
  isWhole = false,
): { before: Traffic; after: Traffic } {
  const before = sides.before === undefined ? [] : read(sides.before);
  const after = sides.after === undefined ? [] : read(sides.after);
  const rules = [...before, ...after];
  const denies = (flow: Flow) =>
    !isWhole && rules.some((one) => one.flow === flow && one.action === 'deny') ? 'allow' : 'deny';
  const otherwise = { in: denies('in'), out: denies('out') } as const;
  return { before: { rules: before, otherwise }, after: { rules: after, otherwise } };
}
