import type { FileEdit, Impact } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { joinEdits } from './apply.ts';
import type { EditableCode } from './code-base.ts';
import { elsewhereNotes, objectionElsewhere } from './elsewhere.ts';
import { formatLine } from './place.ts';
import type { GoalAttempt } from './reach.ts';
import type { EditSearch } from './search.ts';
import type { EditSite } from './site.ts';
import type { RefusedGoal, Synthesis } from './synthesis.ts';
import type { Goal } from './types.ts';

/** Combines the edits of a run that reached all its goals and verifies them together. */
export function concludePatch<C extends EditableCode>(
  search: EditSearch<C>,
  before: C,
  goals: readonly Goal[],
  welcome: readonly Goal[],
  run: GoalAttempt<C>,
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
function notesOf<C extends EditableCode>({ choices }: GoalAttempt<C>): readonly string[] {
  return [...new Set(choices.flatMap(({ sites }) => sites.flatMap(({ note }) => note ?? [])))];
}

function describe({ at, kind, label }: EditSite): string {
  return `${formatLine(at())} (${kind}: ${label})`;
}

interface Verification {
  readonly level: 'parse' | 'scope' | 'evaluate';
  readonly passed: boolean;
  readonly notes: readonly string[];
  readonly radius: readonly Impact[];
}

/** Edits that were made at the same time, and the tree before them. */
interface VerificationStep {
  readonly tree: SourceTree;
  readonly files: readonly FileEdit[];
}

/**
 * Verifies a patch from scratch, independently of how it was made. `parse`: every changed file
 * parses. `scope`: outside the edits the syntax trees are equal. `evaluate`: the evaluated values
 * differ exactly as the goals ask. The level is the one that failed, or the highest.
 */
function verify<C extends EditableCode>(
  { base, elsewhere }: EditSearch<C>,
  before: C,
  after: C,
  steps: readonly VerificationStep[],
  asked: { readonly goals: readonly Goal[]; readonly welcome: readonly Goal[] },
): Verification {
  const failed = (level: Verification['level'], notes: readonly string[]): Verification => ({
    level,
    passed: false,
    notes,
    radius: [],
  });
  const paths = new Set(steps.flatMap((step) => step.files.map(({ path }) => path)));
  const unparsed = [...paths].flatMap((path) =>
    base.parseNotes(path, before.tree.get(path), after.tree.get(path) ?? ''),
  );
  if (unparsed.length > 0) return failed('parse', unparsed);
  const outside = steps.flatMap(({ files, tree }) =>
    files.flatMap((file) => base.scopeNotes(file, tree)),
  );
  if (outside.length > 0) return failed('scope', outside);
  const radius = base.radius(before, after);
  const goalFor = base.covering(asked.welcome, radius);
  const stray = radius.filter((impact) => goalFor(impact) === undefined);
  const isReached = base.reached(after);
  const missed = asked.goals.filter((goal) => !isReached(goal));
  const spoilt = elsewhere && objectionElsewhere(elsewhere, before.tree, after.tree, asked.goals);
  const forbidden = base.forbids(before, after, []);
  const notes = [
    ...(forbidden === undefined ? [] : [forbidden.because]),
    ...(spoilt === undefined ? [] : [spoilt]),
    ...(stray.length > 0 ? [`${stray.length} other values would change, too.`] : []),
    ...(missed.length > 0 ? [`${missed.length} values would not be the ones wanted.`] : []),
  ];
  const passed = notes.length === 0;
  const others = passed ? elsewhereNotes(elsewhere?.(before.tree, after.tree) ?? []) : [];
  return { level: 'evaluate', passed, notes: [...notes, ...others], radius };
}
