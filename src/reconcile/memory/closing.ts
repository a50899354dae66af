import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { ClosedDrift, ClosingReason, OpenDrift } from '../../model/open-drift.ts';
import { startsWith } from '../../model/path.ts';
import type { Ignored } from '../../model/report.ts';
import type { Reverted } from '../../model/reverted.ts';
import { displayText } from '../../model/text.ts';
import type { SettledField } from '../../stages/drift/types.ts';
import { type Dismissals, dismissed, driftKey } from '../decide/dismissal.ts';
import type { LiveState } from '../drift/read-back.ts';
import { type CodeHistory, commitName } from '../managed/code-history.ts';
import { type Closing, closedDrift } from './closed.ts';
import { deletionsIn, endedWith, existsAgain } from './existence.ts';
import { type Renewed, renewedBy, secretReadBack } from './secrets.ts';
import { type SettledContext, settledClosing } from './settled-closing.ts';

/** What a run knows about fields that do not drift. */
export interface ClosingInput extends SettledContext {
  /** True for drifts of a resource in whose place the state has another one. */
  readonly isReplaced: (drift: OpenDrift) => boolean;
  /** The serial of the state. */
  readonly serial: number;
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly settled: readonly SettledField[];
  readonly ignored: readonly Ignored[];
  /** Events that turned out to be void. */
  readonly void: readonly string[];
  /** Secrets that the code has set again. */
  readonly renewed: Renewed;
  /** The values that the provider read. */
  readonly live: LiveState | undefined;
  /** Dismissals by people. */
  readonly dismissals: Dismissals;
  /** The reason for drifts without settled fields: objects of clusters, and created resources. */
  readonly reasonOf: (drift: OpenDrift) => ClosingReason | undefined;
  /** The commit that set a field, if version control shows it. */
  readonly commitOf: CodeHistory['commitOf'];
}

/**
 * Creates a function that returns why an earlier run's drift is closed if this run does not have
 * it; undefined if that is unknown.
 */
export function createDriftCloser(
  input: ClosingInput,
): (drift: OpenDrift) => ClosedDrift | undefined {
  const settled = groupBy(input.settled, ({ address }) => address);
  const deletions = deletionsIn(input.drifts);
  const voided = new Set(input.void);
  return (drift) => {
    const closing =
      replacedBy(drift, input) ??
      leftOut(drift, input.ignored) ??
      forgotten(drift, voided) ??
      endedWith(drift, deletions, input.events) ??
      existsAgain(drift, input.reverted, input.events) ??
      closingOf(drift, fieldsOf(drift, settled.get(drift.address) ?? []), input) ??
      renewedBy(drift, input.renewed) ??
      otherwise(drift, input) ??
      secretReadBack(drift, input.live) ??
      byPerson(drift, input.dismissals);
    if (closing === undefined) return undefined;
    const isExplained = closing.reason !== 'in-code' || closing.commit !== undefined;
    const explained = !isExplained ? committed(drift, closing, input) : closing;
    return closedDrift(drift, explained, input.now);
  };
}

/** Adds the commit from which the code has the value, whether merged or written by hand. */
function committed(
  { address, path }: OpenDrift,
  closing: Closing,
  { commitOf }: ClosingInput,
): Closing {
  const code = commitOf(address, path);
  if (code === undefined) return closing;
  return {
    ...closing,
    because: `The code has the live value since ${commitName(code)}.`,
    commit: code.commit,
  };
}

/** The settled field itself, or else those that contain it or that it contains. */
function fieldsOf({ path }: OpenDrift, settled: readonly SettledField[]): readonly SettledField[] {
  const gone = settled.filter(({ judgment }) => judgment === 'gone');
  if (gone.length > 0) return gone;
  const same = settled.filter(
    (field) => startsWith(field.path, path) || startsWith(path, field.path),
  );
  const exact = same.filter((field) => field.path.length === path.length);
  return exact.length > 0 ? exact : same.filter((field) => field.path.length > 0);
}

function closingOf(
  drift: OpenDrift,
  fields: readonly SettledField[],
  input: ClosingInput,
): Closing | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  // Every part has to be closed, so the least certain one decides.
  const closings = fields.map((field) => settledClosing(drift, field, input));
  if (closings.includes(undefined)) return undefined;
  return closings.find((closing) => closing?.reason === 'in-code') ?? closings[0];
}

function replacedBy(drift: OpenDrift, { isReplaced, serial }: ClosingInput): Closing | undefined {
  if (!isReplaced(drift)) return undefined;
  const because = `The state has another resource at this address since serial ${serial}.`;
  return { reason: 'gone', because };
}

function leftOut(drift: OpenDrift, ignored: readonly Ignored[]): Closing | undefined {
  const rule = ignored.find(
    ({ address, path }) => address === drift.address && startsWith(drift.path, path),
  )?.rule;
  return rule === undefined
    ? undefined
    : { reason: 'dismissed', because: `${displayText(rule, 200)} leaves it out.` };
}

/** Records that were corrected, or that duplicate others, do not count as evidence. */
function forgotten({ evidence }: OpenDrift, voided: ReadonlySet<string>): Closing | undefined {
  if (evidence.length === 0 || !evidence.every(({ event }) => voided.has(event))) return undefined;
  return { reason: 'went-back', because: 'A later record corrects the one that reported it.' };
}

/** For a drift that is not in this run's results; otherwise the decision shows the dismissal. */
function byPerson({ id, evidence }: OpenDrift, dismissals: Dismissals): Closing | undefined {
  const by = dismissals.get(driftKey({ id, evidence: evidence.map(({ event }) => event) }));
  return by === undefined ? undefined : dismissed(by);
}

function otherwise(drift: OpenDrift, { reasonOf }: ClosingInput): Closing | undefined {
  const reason = reasonOf(drift);
  return reason === undefined ? undefined : { reason, because: meanings[reason] };
}

const meanings: Readonly<Record<ClosingReason, string>> = {
  'in-code': 'The code has the live value.',
  'went-back': 'The live value matches the code.',
  gone: 'The code no longer has it.',
  'handed-over': 'The code leaves the field to others.',
  dismissed: 'It was dismissed.',
};
