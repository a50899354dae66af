import { keepAlignment } from '../../../code/hcl/edit/align.ts';
import { checkEdit } from '../../../code/hcl/edit/check.ts';
import type { HclInput } from '../../../code/hcl/edit/types.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import type { AffectedFinder } from '../../../code/terraform/config/affected/find.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { ok } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { livesBy } from '../../../providers/catalog/elements.ts';
import { editTree } from '../apply.ts';
import type { Choose } from '../choose.ts';
import type { CodeBase, Route, Stepwise } from '../code-base.ts';
import type { Goal } from '../types.ts';
import { traceChain } from './chain/trace.ts';
import { coverageFor } from './coverage.ts';
import { defaultTagRefusal } from './default-tags.ts';
import { deletionBlocked, inDeletionOrder } from './delete-goal.ts';
import { holdsDocument } from './document/document-at.ts';
import { reachDocument } from './document/reach.ts';
import { toEditSites } from './edit-sites.ts';
import { expandGoals } from './expand.ts';
import { createForbidden } from './forbidden.ts';
import { generatedBy } from './generated.ts';
import { createReachedReader, type IsEquivalent } from './goal.ts';
import { goalEditSites } from './goal-sites.ts';
import { leavesIdleChoice } from './idle-choice.ts';
import { blastRadius, type RadiusComparison } from './radius.ts';
import { completed, explainRefusal } from './refusal.ts';
import { renameBlocked, renamedBy } from './rename.ts';
import { isConfiguration, parseNotes, type SecondOpinion, scopeNotes } from './text-proof.ts';
import type { LoadProject, Project } from './types.ts';
import { unreadAfter } from './unread.ts';

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
    sites: (project, goal, goals) =>
      toEditSites(project, goalEditSites(tools, project, goal, goals)),
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
    refusal: (project, goal, trials, attempt) =>
      explainRefusal(tools, project, goal, trials, attempt),
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
    trace: traceChain,
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

/**
 * Notes on resources that lost one of the members by all of which the provider finds them, so that
 * it would create them again. Only the state can be put right, which no edit of the code does.
 */
function lostMembers(goals: readonly Goal[]): readonly string[] {
  const lost = goals.filter(
    (goal) =>
      goal.kind === 'element' &&
      goal.action === 'remove' &&
      livesBy(goal.type).includes(String(goal.path[0])),
  );
  return [...new Set(lost.map(({ address }) => address))].sort().map((address) => {
    const shown = displayText(address, 160);
    return `Terraform looks for ${shown} with everything that it had, and no longer finds it: remove it from the state and import it again (state rm, then import), or the next apply fails because it exists.`;
  });
}

/** Notes on blocks that are new in the code and say more than what drifted. */
function newBlockNotes(before: Evaluation, goals: readonly Goal[]): readonly string[] {
  const places = new Map<string, number>();
  for (const goal of goals) {
    if (goal.kind !== 'value' || goal.path.length !== 3) continue;
    const [block] = goal.path;
    if (typeof block !== 'string') continue;
    if (before.locate(goal.address, [block])?.kind !== 'absent') continue;
    const place = `${block} of ${goal.address}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  return [...places]
    .filter(([, count]) => count > 1)
    .map(([place]) => place)
    .sort()
    .map(
      (place) =>
        `${displayText(place, 160)} is new in the code, with everything that is live in it: what is left out would get the provider's defaults.`,
    );
}

/** Combined edits with the lines aligned; undefined if the result would be invalid. */
function laidOutEdits(
  path: string,
  text: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  if (!isConfiguration(path)) return edits;
  const file = parseHcl(text);
  const aligned = keepAlignment(file, edits);
  return checkEdit(file, aligned).ok ? aligned : undefined;
}

/** The edits without those that only change whitespace within a line. */
function essentialEdits(
  path: string,
  text: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  if (!isConfiguration(path)) return edits;
  return edits.filter((edit) => {
    const old = text.slice(edit.offset, edit.offset + edit.length);
    return !/^[ \t]*$/.test(old) || !/^[ \t]*$/.test(edit.text);
  });
}

/** True for goals that want the same value, so that one text may provide it to both. */
function isAkin(goal: Goal, other: Goal): boolean {
  return other.kind === goal.kind && wantedOf(other) === wantedOf(goal);
}

function wantedOf(goal: Goal): string {
  switch (goal.kind) {
    case 'value':
      return canonicalJson(goal.value);
    case 'element':
      return `${goal.action} ${canonicalJson(goal.element)}`;
    case 'create':
    case 'delete':
    case 'ignore':
    case 'unignore':
      return goal.kind;
  }
}

/** First as another instance of an existing block, if that is exact; then by separate edits. */
function* routesOf(
  tools: TerraformTools,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
): Generator<Route> {
  const { evaluation } = project;
  const blocked = deletionBlocked(goal, evaluation, goals);
  if (blocked !== undefined) yield { refusal: blocked };
  const defaults = tools.defaultsOf(goal.type);
  for (const found of [
    ...generatedBy(goal, evaluation, defaults),
    ...renamedBy(goal, evaluation),
  ]) {
    yield { goal: found.goal, sites: toEditSites(project, found.sites) };
  }
  const refusal = renameBlocked(goal, evaluation);
  if (refusal !== undefined) yield { refusal };
  yield { goal, sites: toEditSites(project, goalEditSites(tools, project, goal, goals)) };
}
