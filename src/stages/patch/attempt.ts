import type { SourceTree } from '../../code/terraform/config/types.ts';
import type { FileEdit, Impact, Refusal } from '../../model/patch.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { editTree } from './apply.ts';
import { type FindElsewhere, objectionElsewhere } from './elsewhere.ts';
import { listedWords } from './listed.ts';
import type { PickedPlace } from './pick.ts';
import { coverageFor } from './terraform/coverage.ts';
import { createReachedReader, type IsEquivalent } from './terraform/goal.ts';
import { blastRadius, type RadiusComparison } from './terraform/radius.ts';
import type { LoadProject, Project, Site } from './terraform/types.ts';
import type { Goal } from './types.ts';

export interface Judges extends RadiusComparison {
  readonly load: LoadProject;
  readonly same: IsEquivalent;
  readonly schema: ProviderSchema;
  /** What an edit does in the other stacks of the repository, where there is one. */
  readonly elsewhere?: FindElsewhere;
  /** What is wanted in these stacks, where they are worked on together. */
  readonly wantedElsewhere?: readonly Goal[];
  /** How many places behind the chosen one are tried as well, to say why they lost. */
  readonly alternatives: number;
  /** The place that somebody wants edited, where it is one of those of a goal. */
  readonly pick?: PickedPlace | undefined;
}

/** What an edit would do. `exact`: it reaches the goal and changes nothing that no goal asks for. */
export type Attempt =
  | {
      readonly kind: 'exact';
      readonly site: Site;
      readonly radius: readonly Impact[];
      readonly files: readonly FileEdit[];
      readonly project: Project;
      /** Goals that it reaches and that were not reached before. */
      readonly reached: readonly Goal[];
      /** How many values it puts right in other stacks. */
      readonly settledElsewhere: number;
    }
  | {
      readonly kind: 'inexact';
      readonly site: Site;
      readonly radius: readonly Impact[];
      readonly files: readonly FileEdit[];
      readonly because: string;
    }
  /** The place cannot be edited at all. */
  | { readonly kind: 'refused'; readonly site: Site; readonly refusal: Refusal };

/**
 * Makes the edit on a copy and compares what the whole configuration says before and after. It has
 * to reach the goals that it is asked for.
 */
export function attemptSite(
  judges: Judges,
  project: Project,
  asked: readonly Goal[],
  goals: readonly Goal[],
  site: Site,
): Attempt {
  const edited = site.edit();
  if (!edited.ok) return { kind: 'refused', site, refusal: edited.error };
  const files = edited.value;
  const tree = editTree(project.tree, files);
  if (!tree.ok) {
    const { code, message: reason } = tree.error;
    return { kind: 'refused', site, refusal: { code, reason } };
  }
  const after = judges.load(tree.value);
  const radius = blastRadius(project.evaluation, after.evaluation, judges);
  const reaches = {
    before: createReachedReader(project.evaluation, judges.same),
    after: createReachedReader(after.evaluation, judges.same),
  };
  const because =
    objection(reaches, asked, goals, radius) ??
    (judges.elsewhere && objectionElsewhere(judges.elsewhere, project.tree, after.tree, asked));
  if (because !== undefined) return { kind: 'inexact', site, radius, files, because };
  const reached = reachedBy(reaches, goals, radius);
  const settledElsewhere = countSettled(judges, project.tree, after.tree);
  return { kind: 'exact', site, radius, files, project: after, reached, settledElsewhere };
}

function countSettled(
  { elsewhere, wantedElsewhere = [] }: Judges,
  before: SourceTree,
  after: SourceTree,
): number {
  if (elsewhere === undefined || wantedElsewhere.length === 0) return 0;
  return (elsewhere(before, after) ?? []).flatMap(({ settled }) => settled).length;
}

/** Which goals the code reaches without an edit, and with it. */
interface Reaches {
  readonly before: (goal: Goal) => boolean;
  readonly after: (goal: Goal) => boolean;
}

/** What speaks against an edit. */
function objection(
  { before, after }: Reaches,
  asked: readonly Goal[],
  goals: readonly Goal[],
  radius: readonly Impact[],
): string | undefined {
  if (!asked.every(after)) return 'The value would still not be the one wanted.';
  const goalFor = coverageFor(goals, radius);
  const stray = radius.filter((impact) => goalFor(impact) === undefined);
  if (stray.length > 0) return `It would also change ${listedWords(stray)}.`;
  const touched = new Set(radius.map(({ address }) => address));
  const missed = goals.filter(
    (each) =>
      // Where no value changes, only what is no value can have been undone.
      (touched.has(each.address) || each.kind === 'ignore' || each.kind === 'unignore') &&
      !after(each),
  );
  if (missed.some(before)) {
    return 'It would undo another wanted change.';
  }
  const missedFor = coverageFor(
    missed.filter((each) => each.kind === 'value'),
    radius,
  );
  const wrong = radius.filter((impact) => missedFor(impact) !== undefined);
  return wrong.length === 0
    ? undefined
    : `It would set ${listedWords(wrong)} to another value than wanted there.`;
}

function reachedBy(
  { before, after }: Reaches,
  goals: readonly Goal[],
  radius: readonly Impact[],
): readonly Goal[] {
  const touched = new Set(radius.map(({ address }) => address));
  return goals.filter((each) => touched.has(each.address) && after(each) && !before(each));
}
