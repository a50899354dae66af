import { type AddressRange, mergedRanges, rangesMeet } from '../../../model/address-range.ts';
import { hasPorts } from './protocol.ts';
import { lastPort, type TrafficRule } from './types.ts';

export interface PortSpan {
  readonly from: number;
  readonly to: number;
}

export interface RuleGrid {
  readonly ports: readonly PortSpan[];
  readonly ranges: readonly AddressRange[];
}

/** Pieces that no limit of a rule divides, as far as a changed rule covers them. */
export function ruleGrid(
  rules: readonly TrafficRule[],
  changed: readonly TrafficRule[],
  protocol: string,
): RuleGrid {
  const runs = rules.map((one) => portSpan(one, protocol));
  const starts = [...new Set(runs.flatMap(({ from, to }) => [from, to + 1]))].sort((a, b) => a - b);
  const ports = starts
    .slice(0, -1)
    .map((from, index) => ({ from, to: (starts[index + 1] ?? from + 1) - 1 }));
  const touched = changed.map((one) => portSpan(one, protocol));
  return {
    ports: ports.filter((one) => touched.some((run) => run.from <= one.from && one.to <= run.to)),
    ranges: cutRanges(rules.flatMap(rangesIn), changed.flatMap(rangesIn)),
  };
}

export function portSpan({ from, to }: TrafficRule, protocol: string): PortSpan {
  return hasPorts(protocol) ? { from, to } : { from: 0, to: lastPort };
}

function rangesIn({ peers }: TrafficRule): readonly AddressRange[] {
  return peers.filter((one): one is AddressRange => 'bits' in one);
}

function cutRanges(
  ranges: readonly AddressRange[],
  changed: readonly AddressRange[],
): readonly AddressRange[] {
  return ([32, 128] as const).flatMap((bits) => {
    const own = ranges.filter((one) => one.bits === bits);
    const wanted = mergedRanges(changed.filter((one) => one.bits === bits));
    const cuts = [...new Set(own.flatMap(({ first, last }) => [first, last + 1n]))];
    const starts = cuts.sort((a, b) => (a < b ? -1 : 1));
    const pieces = starts.slice(0, -1).map((first, index): AddressRange => {
      return { bits, first, last: (starts[index + 1] ?? first + 1n) - 1n };
    });
    return pieces.filter((piece) => wanted.some((one) => rangesMeet(one, piece)));
  });
}
