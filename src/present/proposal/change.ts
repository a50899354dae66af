import { boundsText } from '../../model/bounds.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { endText } from '../../model/end-text.ts';
import { formatCount } from '../../model/words.ts';
import { type AppliedChange, countsByOutcome } from '../../reconcile/put-back/changes.ts';
import { fieldCell, sideCells } from './field.ts';
import { capped, commands, markdownCode, markdownProse, markdownTable } from './markdown.ts';
import type { Room, Subject } from './subject.ts';
import { markdownSide } from './value.ts';
import { markdownTime } from './who.ts';

/** Field by field: the value in the code, the live value, and the outcome. */
export function changeSection(subject: Subject, { rows }: Room): readonly string[] {
  const found = placed(subject.decisions, subject.drifts);
  const { shown, rest } = capped(found, rows, 'field');
  const lines = markdownTable(
    ['Address', 'Field', 'In the code', 'Live', 'Outcome'],
    shown.map(({ decision, drift }) => [
      markdownCode(drift.address),
      fieldCell(drift.path),
      ...sideCells(drift),
      becomes(decision),
    ]),
  );
  return ['', '### What changed', '', ...lines, ...rest];
}

/**
 * The fields of the intent that the change leaves out, and how to revert them where the code stays.
 */
export function othersSection(subject: Subject, { rows }: Pick<Room, 'rows'>): readonly string[] {
  const { kind, others, drifts, restore } = subject;
  const found = placed(others, drifts);
  const { shown, rest } = capped(found, rows, 'field');
  const lines = markdownTable(
    ['Address', 'Field', 'In the code', 'Live', 'Verdict'],
    shown.map(({ decision: { verdict }, drift }) => [
      markdownCode(drift.address),
      fieldCell(drift.path),
      ...sideCells(drift),
      `${verdict.outcome} by rule ${markdownCode(verdict.rule)}: ${markdownProse(verdict.because)}`,
    ]),
  );
  return [
    ...(found.length === 0 ? [] : ['', '### Not included', '', ...lines, ...rest]),
    ...(restore.length === 0 || kind === 'revert'
      ? []
      : [
          '',
          'To restore what the code says about them:',
          '',
          ...commands(restore),
          ...besideSection(subject, { rows }),
        ]),
  ];
}

/** How to revert the cloud. Nothing does so automatically. */
export function restoreSection(subject: Subject, room: Room): readonly string[] {
  const { stack, restore, kind } = subject;
  if (kind === 'patch') return [];
  const { revert_workflow: workflow } = stack;
  const title = ['', '### How to put it back', ''];
  if (restore.length === 0) {
    return [...title, 'No command can address it; change it by hand in the cloud.'];
  }
  const who = workflow === undefined ? 'Run this' : 'Merge this, or run it yourself';
  return [
    ...title,
    `${who} in ${stack.root === '.' ? 'the root of the repository' : markdownCode(stack.root)}${stack.workspace === 'default' ? '' : `, workspace ${markdownCode(stack.workspace)}`}, and check the plan first:`,
    '',
    ...commands(restore),
    ...besideSection(subject, room),
  ];
}

function placed(
  decisions: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
): readonly { readonly decision: Decision; readonly drift: Drift }[] {
  return decisions.flatMap((decision) => {
    const drift = drifts.get(decision.drift);
    return drift === undefined ? [] : [{ decision, drift }];
  });
}

function becomes({ verdict }: Decision): string {
  const { outcome, value, bounds = {}, expires } = verdict;
  switch (outcome) {
    case 'accept':
    case 'compromise':
      if (value === undefined) return 'written into the code';
      return `${markdownSide({ kind: 'value', value })} is written into the code`;
    case 'delegate': {
      const until = expires === undefined ? '' : `, until ${endText(expires, markdownTime)}`;
      return `${['delegated to the actor that changed it', boundsText(bounds)].join(' ').trimEnd()}${until}`;
    }
    case 'expired':
    case 'reject':
      return 'back to what the code says';
    default:
      return outcome;
  }
}

/** What else the commands change, and what an apply without targets would undo. */
function besideSection({ back }: Subject, { rows }: Pick<Room, 'rows'>): readonly string[] {
  if (back === undefined) return [];
  const { alongside, elsewhere } = back;
  return [
    ...listed(
      alongside,
      rows,
      (n, counts) =>
        `These commands apply whole resources, so they also change ${n} more of these resources (${counts}):`,
    ),
    ...listed(
      elsewhere,
      rows,
      (n, counts) =>
        `Without \`-target\`, an apply would also undo ${n} not in the code (${counts}):`,
    ),
  ];
}

function listed(
  changes: readonly AppliedChange[],
  rows: number,
  lead: (n: string, counts: string) => string,
): readonly string[] {
  if (changes.length === 0) return [];
  const { shown, rest } = capped(changes, rows, 'field');
  const lines = markdownTable(
    ['Address', 'Field', 'Live', 'In the code', 'Verdict'],
    shown.map((change) => {
      const [declared, live] = sideCells(change);
      return [markdownCode(change.address), fieldCell(change.path), live, declared, change.outcome];
    }),
  );
  return [
    '',
    lead(formatCount(changes.length, 'value'), countsByOutcome(changes)),
    '',
    ...lines,
    ...rest,
  ];
}
