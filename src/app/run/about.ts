import { isAtOrBelow } from '../../model/address.ts';
import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';
import type { Beside, Report } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

/** The part of a report that concerns one subject. */
export type About = Pick<
  Report,
  'intents' | 'decisions' | 'patches' | 'drifts' | 'reverted' | 'unresolved'
> & {
  readonly beside: readonly Beside[];
  /** Drifts from earlier runs that are still open, where this run could not see them. */
  readonly openDrifts: readonly OpenDrift[];
  /** Drifts that this run found closed. */
  readonly closedDrifts: readonly ClosedDrift[];
};

/**
 * Everything about an intent, a drift, an event or an address. The address of a resource or a
 * module also covers its instances.
 */
function aboutId(report: Report, id: string): About {
  const isThere = (address: string | undefined): boolean =>
    address !== undefined && isAtOrBelow(address, id);
  const found = report.drifts.filter(
    (drift) => drift.id === id || isThere(drift.address) || drift.evidence.includes(id),
  );
  const touched = new Set(found.map((drift) => drift.id));
  const intents = report.intents.filter(
    (intent) => intent.id === id || intent.drifts.some((drift) => touched.has(drift)),
  );
  const shown = new Set(intents.map((intent) => intent.id));
  const theirs = new Set(intents.flatMap((intent) => intent.drifts));
  const known = new Set(report.drifts.map((drift) => drift.id));
  return {
    openDrifts: (report.openDrifts ?? []).filter(
      (drift) =>
        !known.has(drift.id) &&
        (drift.id === id ||
          isThere(drift.address) ||
          drift.evidence.some(({ event }) => event === id) ||
          drift.verdicts.some(({ intent }) => intent === id)),
    ),
    closedDrifts: (report.closedDrifts ?? []).filter(
      (drift) => drift.id === id || isThere(drift.address) || drift.event === id,
    ),
    intents,
    decisions: report.decisions.filter((decision) => shown.has(decision.intent)),
    patches: report.patches.filter((patch) => shown.has(patch.intent)),
    drifts: report.drifts.filter((drift) => theirs.has(drift.id)),
    reverted: report.reverted.filter(
      ({ address, evidence }) => isThere(address) || evidence.includes(id),
    ),
    beside: (report.beside ?? []).filter(
      ({ on, evidence }) => isThere(on) || evidence.includes(id),
    ),
    unresolved: report.unresolved.filter(
      ({ address, event, intent }) =>
        isThere(address) || event === id || (intent !== undefined && shown.has(intent)),
    ),
  };
}

/**
 * The same for an id that must be in the report: fails with `unknown-id`. `file` is the origin of
 * the report, for messages.
 */
export function aboutKnown(report: Report, id: string, file: string): Result<About> {
  const about = aboutId(report, id);
  const isNothing = Object.values(about).every((list) => list.length === 0);
  return isNothing ? fail(unknownId(report, id, file)) : ok(about);
}

function unknownId(report: Report, id: string, file: string): Problem {
  const known = report.intents.map((intent) => intent.id).join(', ');
  return {
    code: 'unknown-id',
    message: `The report has no intent, drift, event or address ${displayText(id, 120)}.`,
    place: { file },
    hint: `Its intents are: ${known === '' ? 'none' : known}.`,
  };
}
