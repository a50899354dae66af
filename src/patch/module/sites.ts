import type { ProviderSchema } from '../../catalog/schema/types.ts';
import type { Evaluation } from '../../terraform/config/types.ts';
import { sharedContentSites } from '../dynamic/shared.ts';
import { stackVariableSites, workspaceSites } from '../stack/sites.ts';
import type { Context } from '../trace/context.ts';
import type { Site, ValueGoal } from '../types.ts';
import { moduleArgumentSites } from './argument.ts';
import { moduleInputSites } from './input.ts';

/** Behind the places that give the value now: those where a module could take it from its caller. */
export function* withModuleSites(
  sites: Iterable<Site>,
  goal: ValueGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
): Generator<Site> {
  yield* sites;
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind !== 'attribute') return;
  const { expr, scope, rest, attribute } = location;
  const use: Context = {
    evaluation,
    expr,
    scope,
    rest,
    kind: 'literal',
    label: `${attribute.name} of ${goal.address}`,
    depth: 0,
  };
  yield* sharedContentSites(goal, evaluation, location);
  yield* moduleArgumentSites(use, goal.value);
  yield* stackVariableSites(use, goal.value);
  const name = evaluation.instance(goal.address)?.declaration.name ?? '';
  const path = goal.path.slice(0, goal.path.length - rest.length);
  yield* moduleInputSites({ use, want: goal.value, schema, type: goal.type, name, path });
  yield* workspaceSites(use, goal.value);
}
