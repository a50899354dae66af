import type { Route } from '../code-base.ts';
import type { Goal } from '../types.ts';
import type { TerraformTools } from './code-base.ts';
import { deletionBlocked } from './delete-goal.ts';
import { toEditSites } from './edit-sites.ts';
import { generatedBy } from './generated.ts';
import { sitesOf } from './goal-sites.ts';
import { renameBlocked, renamedBy } from './rename.ts';
import type { Project } from './types.ts';

/** First as another instance of an existing block, if that is exact; then by separate edits. */
export function* routesOf(
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
  yield { goal, sites: toEditSites(project, sitesOf(tools, project, goal, goals)) };
}
