import { groupBy } from '../../../model/group.ts';
import type { Harm, Severity } from '../../../model/harm.ts';
import { canonicalJson, jsonAt } from '../../../model/json.ts';
import { containsHidden } from '../../../model/masked.ts';
import type { ResourceChange } from '../../../model/resource-change.ts';
import { compareHarms } from '../grants/worst.ts';
import { type NetworkRegion, openedBy } from './difference.ts';
import { joinProtocols, networkOpening, openingPeers } from './openings.ts';
import { readTraffic } from './read/read.ts';
import { networkSentence } from './sentence.ts';
import { openingSeverity, portSeverity, rangeWidth } from './severity.ts';
import { type NetworkJudgment, noNetworkJudgment, type TrafficChange } from './types.ts';

/**
 * The traffic that a change of one resource newly allows or no longer allows, compared as sets of
 * addresses and ports, however rules are grouped. Empty for types without rules.
 */
export function judgeNetwork(change: ResourceChange): NetworkJudgment {
  const traffic = readTraffic(change);
  if (traffic === undefined) return noNetworkJudgment;
  const [opened, closed] = [
    openedBy(traffic.before, traffic.after),
    openedBy(traffic.after, traffic.before),
  ];
  const hidden = hiddenFields(change, traffic);
  const opens = joinProtocols(opened.regions);
  // Hidden values may still allow what seems to be closed, but cannot close what is open.
  const closes = hidden.length > 0 ? [] : joinProtocols(closed.regions);
  const harms = [
    ...grouped(opens).map((some) => harmOf(some, 'weakens', traffic)),
    ...grouped(closes).map((some) => harmOf(some, 'strengthens', traffic)),
    ...hidden.map(hiddenHarm),
    ...(opened.complete && closed.complete ? [] : [hiddenHarm(traffic.field)]),
  ];
  return {
    harms: harms.sort(compareHarms),
    opened: opens.map(networkOpening),
    closed: closes.map(networkOpening),
  };
}

type Regions = readonly [NetworkRegion, ...NetworkRegion[]];

/** If more ranges of ports than this are open to the same peers, they share one sentence. */
const maxSentences = 3;

function grouped(regions: readonly NetworkRegion[]): readonly Regions[] {
  const alike = groupBy(regions, (one) =>
    [one.flow, one.target, one.wasDenied, ...openingPeers(one)].join('|'),
  );
  return [...alike.values()].flatMap((group): readonly Regions[] => {
    const sorted = [...group].sort((a, b) => openSeverity(b) - openSeverity(a));
    const [first, ...rest] = sorted;
    if (first === undefined) return [];
    return sorted.length > maxSentences ? [[first, ...rest]] : sorted.map((one): Regions => [one]);
  });
}

function openSeverity({ protocol, from, to }: NetworkRegion): Severity {
  return portSeverity(protocol, from, to);
}

function harmOf(regions: Regions, direction: Harm['direction'], traffic: TrafficChange): Harm {
  const { service, cap = 5, field } = traffic;
  const [region] = regions;
  const plain = openingSeverity(region, service?.open ?? openSeverity(region));
  const capped = plain > cap ? cap : plain;
  // Someone wrote the denial on purpose, so its removal counts at least 3.
  const denied = region.wasDenied && region.flow === 'in' && rangeWidth(region) === 'world';
  const severity = denied && capped < 3 ? 3 : capped;
  const because = networkSentence(regions, direction, service?.name);
  return { dimension: 'security', severity, direction, because, field };
}

/** Changed fields that are masked on a side, or not known yet. */
function hiddenFields(
  { before, after, unknown = [] }: ResourceChange,
  { fields }: TrafficChange,
): readonly string[] {
  const masked = fields.filter((field) => {
    const [old, fresh] = [jsonAt(before, field), jsonAt(after, field)];
    const same = canonicalJson(old ?? null) === canonicalJson(fresh ?? null);
    return !same && (containsHidden(old) || containsHidden(fresh));
  });
  const later =
    after === undefined ? [] : unknown.filter((one) => fields.includes(one.split('.')[0] ?? ''));
  return [...new Set([...masked, ...later])].sort();
}

function hiddenHarm(field: string): Harm {
  const because = 'Which traffic the new rules let through cannot be determined';
  const [dimension, direction, doubt] = ['security', 'weakens', 'cannot-tell'] as const;
  return { dimension, severity: 3, direction, doubt, because, field };
}
