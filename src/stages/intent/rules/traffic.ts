import { isWideRange, parseRange } from '../../../model/address-range.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../model/json.ts';
import { portService } from '../../../model/port-name.ts';
import { displayText } from '../../../model/text.ts';
import { joinedWords } from '../../../model/words.ts';
import { peerFields } from '../../../providers/traits/peers.ts';

/** Traffic that a security group rule allows. */
export interface RuleTraffic {
  readonly ingress: boolean;
  readonly ports: string;
  readonly peer: string;
  readonly wide: boolean;
}

/** Without the protocol, a rule would look as if it concerned all traffic. */
export function isKnownRule(attributes: JsonObject): boolean {
  return [own(attributes, 'protocol'), own(attributes, 'ip_protocol')].some(
    (protocol) => typeof protocol === 'string',
  );
}

/** The traffic of a rule that is a resource of its own. */
export function trafficOfRule(type: string, attributes: JsonObject): RuleTraffic {
  const isEgress = type.includes('egress') || attributes['type'] === 'egress';
  return ruleTraffic(attributes, isEgress ? 'egress' : 'ingress');
}

/** What the rule allows one of the peers in a list of them. */
export function trafficOfPeer(
  type: string,
  attributes: JsonObject,
  field: string,
  peer: Json,
): RuleTraffic {
  const others = Object.entries(attributes).filter(
    ([name]) => name !== 'self' && !peerFields.includes(name),
  );
  return trafficOfRule(type, { ...Object.fromEntries(others), [field]: [peer] });
}

/** The traffic of a rule, in the direction `ingress` or `egress`. */
export function ruleTraffic(rule: Json | undefined, direction: string): RuleTraffic {
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

/** The texts in a list, or the only one; empty ones do not count. */
export function texts(value: Json | undefined): readonly string[] {
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
  if (from === to || to === '') return `${kind}port ${displayText(from, 10)}${portService(from)}`;
  if (from === '0' && to === '65535') return `all ${kind}ports`;
  return displayText(`${kind}ports ${from}-${to}`, 40);
}

function isEveryone(network: string): boolean {
  return network === '0.0.0.0/0' || network === '::/0';
}

/** Opening to half of the internet is treated like opening to all of it. */
export function isWide(value: Json | undefined): boolean {
  return texts(value).some((network) => isWideRange(parseRange(network)));
}
