import { cidrsOf, everyAddress, rangeWithout } from '../../../model/address-range.ts';
import type { Harm } from '../../../model/harm.ts';
import { serviceName } from '../../../model/port-name.ts';
import { displayText } from '../../../model/text.ts';
import { firstWords, joinedWords, upperFirst } from '../../../model/words.ts';
import type { NetworkRegion } from './difference.ts';
import { openingPeers } from './openings.ts';
import { hasPorts, otherProtocols } from './protocol.ts';
import { famousPorts, rangeWidth } from './severity.ts';
import { lastPort } from './types.ts';

/**
 * A sentence such as `SSH (22) is now open to everyone (0.0.0.0/0)` about regions with the same
 * peers. `service` replaces the ports.
 */
export function networkSentence(
  regions: readonly [NetworkRegion, ...NetworkRegion[]],
  direction: Harm['direction'],
  service?: string,
): string {
  const [region] = regions;
  const { text, plural } =
    service === undefined ? allPortsText(regions) : { text: service, plural: false };
  const verb = plural ? 'are' : 'is';
  const now = direction === 'weakens' ? 'now' : 'no longer';
  const where = region.target === '*' ? '' : ` on ${displayText(region.target, 80)}`;
  const denied = region.wasDenied ? deniedText(direction) : '';
  const peers = peersText(region);
  const way = region.flow === 'in' ? `open to ${peers}` : `open on the way out to ${peers}`;
  return `${text} ${verb} ${now} ${way}${where}${denied}`;
}

function deniedText(direction: Harm['direction']): string {
  return direction === 'weakens' ? ', which a rule denied before' : ', which a rule denies now';
}

function allPortsText(regions: readonly [NetworkRegion, ...NetworkRegion[]]): {
  text: string;
  plural: boolean;
} {
  const [first, ...rest] = regions.map(portsText);
  if (first === undefined || rest.length === 0) return portsText(regions[0]);
  return {
    text: `${first.text.replace(/,$/, '')} and ${rest.length} other runs of ports`,
    plural: true,
  };
}

function portsText({ protocol, from, to }: NetworkRegion): { text: string; plural: boolean } {
  if (protocol === '*') return { text: 'Every port of every protocol', plural: false };
  if (protocol === otherProtocols) return { text: 'Every other protocol', plural: false };
  const name = protocol.toUpperCase();
  if (!hasPorts(protocol)) return { text: displayText(name, 40), plural: false };
  const kind = protocol === 'tcp' ? '' : `${name} `;
  if (from === to) {
    const service = serviceName(from);
    const port = service === undefined ? `port ${from}` : `${service} (${from})`;
    return { text: upperFirst(`${kind}${port}`), plural: false };
  }
  if (from === 0 && to === lastPort) return { text: `Every ${name} port`, plural: false };
  const known = famousPorts.find((port) => from <= port && port <= to);
  const among = known === undefined ? '' : `, ${serviceName(known) ?? `port ${known}`} among them,`;
  return { text: `${upperFirst(`${kind}ports`)} ${from}-${to}${among}`, plural: true };
}

const maxShown = 3;

function peersText(region: NetworkRegion): string {
  const { ranges, names } = region;
  const listed = openingPeers(region).filter((one) => one !== '*' || ranges.length === 0);
  const peers = listed.map(nameOf);
  const whole = ranges.every(({ bits, first, last }) =>
    everyAddress.some((one) => one.bits === bits && one.first === first && one.last === last),
  );
  if (ranges.length === 0 && names.includes('*')) return 'its own network';
  if (rangeWidth(region) === 'world' && !whole) {
    const others = everyAddress.filter(({ bits }) => ranges.some((one) => one.bits === bits));
    const left = others.flatMap((one) => rangeWithout(one, ranges)).flatMap(cidrsOf);
    return `everyone else (all but ${shown(left)})`;
  }
  return rangeWidth(region) === 'world' ? `everyone (${shown(peers)})` : shown(peers);
}

function nameOf(peer: string): string {
  return peer === '*' ? 'its own network' : displayText(peer, 80);
}

function shown(peers: readonly string[]): string {
  return peers.length > maxShown ? firstWords(peers, maxShown) : joinedWords(peers);
}
