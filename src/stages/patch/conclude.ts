import { joinEdits } from './apply.ts';
import type { EditableCode } from './code-base.ts';
import { formatLine } from './place.ts';
import type { GoalRun } from './reach.ts';
import type { EditSearch } from './search.ts';
import type { EditSite } from './site.ts';
import type { RefusedGoal, Synthesis } from './synthesis.ts';
import type { Goal } from './types.ts';
import { verify } from './verify.ts';

/** Combines the edits of a run that reached all its goals and verifies them together. */
export function concludePatch<C extends EditableCode>(
  search: EditSearch<C>,
  before: C,
  goals: readonly Goal[],
  welcome: readonly Goal[],
  run: GoalRun<C>,
  refused: readonly RefusedGoal[],
): Synthesis<C> {
  const files = joinEdits(
    before.tree,
    run.choices.map((choice) => choice.files),
  );
  const asked = { goals, welcome };
  const steps = run.choices.map((choice, index) => ({
    tree: (run.choices[index - 1]?.code ?? before).tree,
    files: choice.files,
  }));
  const { level, passed, notes, radius } = verify(search, before, run.code, steps, asked);
  return {
    reached: goals,
    refused,
    code: run.code,
    files,
    sites: [...new Set(run.choices.flatMap(({ sites }) => sites.map(describe)))],
    radius,
    candidates: run.candidates,
    verification: {
      level,
      passed,
      notes: [...notes, ...notesOf(run), ...search.base.notes(before, run.code, goals)],
    },
  };
}

/** Notes for readers on the edits, without duplicates. */
function notesOf<C extends EditableCode>({ choices }: GoalRun<C>): readonly string[] {
  return [...new Set(choices.flatMap(({ sites }) => sites.flatMap(({ note }) => note ?? [])))];
}

function describe({ at, kind, label }: EditSite): string {
  return `${formatLine(at())} (${kind}: ${label})`;
}
