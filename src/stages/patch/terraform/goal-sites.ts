import type { HclInput } from '../../../code/hcl/edit/types.ts';
import type { Json } from '../../../model/json.ts';
import type { Goal } from '../types.ts';
import type { TerraformTools } from './code-base.ts';
import { createGoalSites } from './create-goal.ts';
import { withDefaultTagSites } from './default-tags.ts';
import { deleteGoalSites } from './delete-goal.ts';
import { elementGoalSites } from './element-goal.ts';
import { ignoreGoalSites } from './ignore-goal.ts';
import { withListSites, withModuleSites } from './module/sites.ts';
import type { Project, Site } from './types.ts';
import { unignoreGoalSites } from './unignore-goal.ts';
import { valueGoalSites } from './value-goal.ts';

/** The places where one edit could reach a goal, the most likely first. */
export function goalEditSites(
  tools: TerraformTools,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
): Iterable<Site> {
  const { evaluation } = project;
  const write = (name: string, value: Json): HclInput => tools.write(project, goal, name, value);
  switch (goal.kind) {
    case 'value':
      return withDefaultTagSites(
        withModuleSites(
          valueGoalSites({
            goal,
            evaluation,
            schema: tools.schema,
            unordered: tools.isUnordered(goal.type, goal.path),
            write: (value) => write(String(goal.path.at(-1)), value),
          }),
          goal,
          evaluation,
          tools.schema,
        ),
        goal,
        evaluation,
      );
    case 'element':
      return withListSites(
        elementGoalSites({
          goal,
          evaluation,
          schema: tools.schema,
          write: (each, element) => write(String(each.path.at(-1)), element),
        }),
        goal,
        evaluation,
        tools.schema,
      );
    case 'create':
      return createGoalSites({
        goal,
        evaluation,
        schema: tools.schema,
        write,
        defaults: tools.defaultsOf(goal.type),
      });
    case 'delete':
      return deleteGoalSites(goal, evaluation, goals);
    case 'ignore':
      return ignoreGoalSites(goal, evaluation, tools.schema);
    case 'unignore':
      return unignoreGoalSites(goal, evaluation);
  }
}
