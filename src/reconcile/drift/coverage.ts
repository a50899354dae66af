import { type Coverage, weakest } from '../../model/coverage.ts';
import type { Drift } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import type { Unresolved } from '../../model/report.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';

function touchedBy(who: string, how = ''): Pick<Unresolved, 'code' | 'reason' | 'suggestion'> {
  return {
    code: 'touched',
    reason: `${who} changed it${how}; the log does not contain all of its current value.`,
    suggestion: 'Run again with `--verify plan`, which reads the live values.',
  };
}

/**
 * The drifts with how well the catalog knows the calls behind them; the least known call counts.
 */
export function withCoverage(net: NetDriftResult, effects: readonly Effect[]): NetDriftResult {
  const byEvent = new Map<string, Coverage>();
  for (const { event, coverage, change } of effects) {
    // An effect of unknown extent does not reduce the coverage of what the rules derived.
    if (coverage === undefined || isUnknown(change)) continue;
    byEvent.set(event, weakest([byEvent.get(event), coverage]));
  }
  for (const { event, coverage } of effects) {
    if (coverage === 'touched' && !byEvent.has(event)) byEvent.set(event, coverage);
  }
  if (byEvent.size === 0) return net;
  return { ...net, drifts: net.drifts.map((drift) => covered(drift, byEvent)) };
}

function isUnknown(change: Effect['change']): boolean {
  return change.kind === 'set' && change.path.length === 0;
}

function covered(drift: Drift, byEvent: ReadonlyMap<string, Coverage>): Drift {
  const known = weakest(drift.evidence.map((event) => byEvent.get(event)));
  const isOpen = drift.path.length === 0 && drift.live.kind === 'unknown';
  const isByRule = drift.evidence.some((event) => byEvent.has(event));
  const coverage = isOpen && isByRule ? 'touched' : known;
  return coverage === 'mapped' ? drift : { ...drift, coverage };
}

/** Resources that were changed in a way that only a read-back can show, by any actor. */
export function touchedOnly(
  drifts: readonly Drift[],
  events: ReadonlyMap<string, KeptEvent>,
): readonly Unresolved[] {
  return drifts
    .filter(
      ({ coverage, live, path }) =>
        coverage === 'touched' && live.kind === 'unknown' && path.length === 0,
    )
    .flatMap(({ address, evidence }): readonly Unresolved[] => {
      const calls = evidence.flatMap((id) => events.get(id) ?? []);
      const last = calls.at(-1);
      if (last === undefined) return [{ ...touchedBy('Somebody'), address }];
      const names = [...new Set(calls.map(({ operation }) => operation))].sort().join(', ');
      const people = [...new Set(calls.map(({ actor }) => actor.name))].sort().join(', ');
      return [
        {
          ...touchedBy(people, ` (${names} of ${last.service})`),
          address,
          event: last.id,
          place: last.place,
        },
      ];
    });
}
