import { cidrsOf } from '../../../model/address-range.ts';
import { groupBy } from '../../../model/group.ts';
import { compareText } from '../../../model/text.ts';
import type { NetworkRegion } from './difference.ts';
import { otherProtocols } from './protocol.ts';
import type { NetworkOpening } from './types.ts';

/** Joins regions that are the same for all protocols into one for all protocols. */
export function joinProtocols(regions: readonly NetworkRegion[]): readonly NetworkRegion[] {
  const alike = groupBy(regions, (one) =>
    [one.flow, one.target, one.from, one.to, one.wasDenied, openingPeers(one).join(' ')].join('|'),
  );
  const joined = [...alike.values()].flatMap((group) => {
    const [first] = group;
    const has = (name: string) => group.some(({ protocol }) => protocol === name);
    const whole = first?.known.includes(otherProtocols) === true && first.known.every(has);
    return first !== undefined && whole ? [{ ...first, protocol: '*' }] : group;
  });
  return joined.sort(compareRegions);
}

function compareRegions(a: NetworkRegion, b: NetworkRegion): number {
  const [left, right] = [a, b].map(({ flow, target, protocol }) => `${flow} ${target} ${protocol}`);
  if (left !== right) return compareText(left ?? '', right ?? '');
  return a.from - b.from || compareText(openingPeers(a).join(' '), openingPeers(b).join(' '));
}

export function networkOpening(region: NetworkRegion): NetworkOpening {
  const { flow, protocol, from, to, target } = region;
  return { flow, protocol, from, to, target, peers: openingPeers(region) };
}

/** If there are more networks than this, only the first and the last are named. */
const maxNetworks = 64;

/** Networks in CIDR notation and names of groups. All of IPv4 includes every group. */
export function openingPeers({ ranges, names }: NetworkRegion): readonly string[] {
  const networks = ranges.flatMap((range) => {
    const cidrs = cidrsOf(range);
    const [first, last] = [cidrs[0], cidrs.at(-1)];
    return cidrs.length > maxNetworks && first && last ? [`${first}-${last}`] : cidrs;
  });
  return [...networks, ...(networks.includes('0.0.0.0/0') ? [] : names)];
}
