import type { DriftValue, Write } from '../../model/drift.ts';
import { makePassed } from '../../model/passing.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Ending, Reverted } from '../../model/reverted.ts';
import { displayText } from '../../model/text.ts';
import type { JudgedLeaf } from './attributes.ts';
import type { DriftJudgment } from './judge.ts';
import type { DriftOutcomes } from './outcomes.ts';
import { dispositions, judgmentReason, type ManagedResources } from './report.ts';
import { tied } from './ties.ts';
import type { NetDriftInput, SettledField } from './types.ts';

/** A field that does not drift, with the reason, to explain why an earlier drift is gone. */
export function settledField(
  { address }: ManagedResources,
  { judgment, path, declared, live, writes }: JudgedLeaf,
): readonly SettledField[] {
  if (judgment === 'drift' || judgment === 'redacted' || judgment === 'unexplained') return [];
  const event = writes.at(-1)?.event;
  return [{ address, path, judgment, declared, live, ...(event === undefined ? {} : { event }) }];
}

/** Records what became of the event of each write of a leaf. */
export function noteWrites(
  { judgment, path, writes, passing, live }: JudgedLeaf,
  outcomes: DriftOutcomes,
): void {
  for (const [i, { event }] of writes.entries()) {
    if (judgment === 'in-code' && passing[i] === true) {
      const field = displayText(formatPath(path), 120);
      outcomes.add(event, 'superseded', `another value of ${field} took its place`);
    } else outcomes.add(event, dispositions[judgment], outcomeReason(judgment, path, live));
  }
}

function outcomeReason(judgment: DriftJudgment, path: AttributePath, live: DriftValue): string {
  const isTied = live.kind === 'unknown' && live.why === tied;
  if (!isTied) return judgmentReason(judgment, path);
  return `${displayText(formatPath(path), 120)}: ${tied}`;
}

/** The changes of a leaf that did not last. */
export function revertedFields(resource: ManagedResources, leaf: JudgedLeaf): readonly Reverted[] {
  const ending = endings.get(leaf.judgment);
  if (ending === undefined) return [];
  const passed = makePassed(resource, leaf, leaf.passing, ending);
  if (passed === undefined) return [];
  const because = 'The provider reads it as it was before.';
  return [ending === 'refuted' ? { ...passed, because } : passed];
}

const endings: ReadonlyMap<DriftJudgment, Ending> = new Map([
  ['reverted', 'put-back'],
  ['refuted', 'refuted'],
  ['in-code', 'in-code'],
  ['drift', 'overwritten'],
  ['redacted', 'overwritten'],
] as const);

/**
 * True for a field that is left alone. For a call that set the value a field already had, the live
 * value decides too.
 */
export function isLeft(
  { ignored }: NetDriftInput,
  { address }: ManagedResources,
  { judgment, path, writes, live }: JudgedLeaf,
): boolean {
  if (judgment === 'ignored' || judgment === 'delegated') return true;
  return judgment === 'untouched' && ignored?.(address, path, { writes, live }) === true;
}

/** A log that hides the values which a call set does not contradict an unchanged value. */
export function isSilence({ judgment, writes }: JudgedLeaf): boolean {
  const isHidden = ({ value }: Write) => value.kind === 'redacted' || value.kind === 'unknown';
  return judgment === 'refuted' && writes.every(isHidden);
}
