import { countOf } from '../../model/words.ts';
import { type AppliedChange, countsByOutcome } from '../../reconcile/put-back/changes.ts';
import { fieldCell, sideCells } from './field.ts';
import { capped, markdownCode, markdownTable } from './markdown.ts';
import type { Room, Subject } from './subject.ts';

/** What else the commands change, and what an apply without targets would undo. */
export function besideSection({ back }: Subject, { rows }: Pick<Room, 'rows'>): readonly string[] {
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
    lead(countOf(changes.length, 'value'), countsByOutcome(changes)),
    '',
    ...lines,
    ...rest,
  ];
}
