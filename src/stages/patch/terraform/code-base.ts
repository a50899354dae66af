import type { HclInput } from '../../../code/hcl/edit/types.ts';
import type { AffectedFinder } from '../../../code/terraform/config/affected/find.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { ok } from '../../../model/result.ts';
import { editTree } from '../apply.ts';
import type { Choose } from '../choose.ts';
import type { CodeBase, Stepwise } from '../code-base.ts';
import type { Goal } from '../types.ts';
import { chainTraceOf } from './chain/trace.ts';
import { coverageFor } from './coverage.ts';
import { defaultTagRefusal } from './default-tags.ts';
import { inDeletionOrder } from './delete-goal.ts';
import { holdsDocument } from './document/document-at.ts';
import { reachDocument } from './document/reach.ts';
import { toEditSites } from './edit-sites.ts';
import { expandGoals } from './expand.ts';
import { createForbidden } from './forbidden.ts';
import { createReachedReader, type IsEquivalent } from './goal.ts';
import { sitesOf } from './goal-sites.ts';
import { leavesIdleChoice } from './idle-choice.ts';
import { essentialEdits, laidOutEdits } from './layout.ts';
import { lostMembers } from './lost-member.ts';
import { newBlockNotes } from './new-block-note.ts';
import { blastRadius, type RadiusComparison } from './radius.ts';
import { completed, refusalOf } from './refusal.ts';
import { routesOf } from './routes.ts';
import { parseNotes, type SecondOpinion, scopeNotes } from './text-proof.ts';
import type { LoadProject, Project } from './types.ts';
import { unreadAfter } from './unread.ts';
import { isAkin } from './wanted.ts';

/** What the search for edits of Terraform code needs from the rest of Parley. */
export interface TerraformTools extends RadiusComparison {
  readonly affected: AffectedFinder;
  readonly load: LoadProject;
  readonly same: IsEquivalent;
  readonly secondOpinion: SecondOpinion;
  /** The values that absent attributes of a resource type have, as far as they are known. */
  readonly defaultsOf: (type: string) => JsonObject;
  /** How a value is written at a goal's place: as a reference if the code has one. */
  readonly write: (project: Project, goal: Goal, attribute: string, value: Json) => HclInput;
}

/** Terraform configuration as an editable code base. */
export function createTerraformCode(tools: TerraformTools): CodeBase<Project> {
  const forbidden = createForbidden(tools.affected);
  return {
    apply: (project, files) => {
      const tree = editTree(project.tree, files);
      return tree.ok ? ok(tools.load(tree.value)) : tree;
    },
    inSteps: createDocumentSteps(tools),
    parts: ({ evaluation }, goals) => expandGoals(goals, evaluation, tools),
    inOrder: inDeletionOrder,
    sites: (project, goal, goals) => toEditSites(project, sitesOf(tools, project, goal, goals)),
    routes: (project, goal, goals) => routesOf(tools, project, goal, goals),
    reached: ({ evaluation }) => createReachedReader(evaluation, tools.same),
    radius: (before, after, enough) =>
      blastRadius(before.evaluation, after.evaluation, tools, enough),
    forbids: (before, after, goals) => forbidden(before.evaluation, after.evaluation, goals),
    repeats: (before, after, files) =>
      leavesIdleChoice(
        before.tree,
        after.tree,
        files.map(({ path }) => path),
      ),
    covering: coverageFor,
    maySettle: (goal, other, elsewhere) =>
      (elsewhere || other.address !== goal.address) && isAkin(goal, other),
    refusal: (project, goal, trials, attempt) => refusalOf(tools, project, goal, trials, attempt),
    completed: (project, goal, refusal) => {
      const own = defaultTagRefusal(goal, project.evaluation) ?? refusal;
      return completed(tools, project, goal, own);
    },
    joint: (project) => ({
      allows: (goal) =>
        goal.kind === 'element' ||
        (goal.kind === 'value' && !holdsDocument(project.evaluation, goal)),
      essential: essentialEdits,
      laidOut: laidOutEdits,
    }),
    parseNotes: (path, before, after) => parseNotes(path, before, after, tools.secondOpinion),
    scopeNotes,
    notes: (before, after, goals) => [
      ...unreadAfter(before, after),
      ...lostMembers(goals),
      ...newBlockNotes(before.evaluation, goals),
    ],
    trace: chainTraceOf,
  };
}

/** Changes documents to the wanted content element by element. */
export function createDocumentSteps(tools: TerraformTools) {
  return <P extends Project>(
    project: P,
    goal: Goal,
    goals: readonly Goal[],
    choose: Choose<P>,
  ): Stepwise<P> | undefined => reachDocument({ tools, choose }, project, goal, goals);
}
