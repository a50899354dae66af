import type { ProviderSchema } from '../../catalog/schema/types.ts';
import type { Evaluation, Location } from '../../terraform/config/types.ts';
import { sharedContentSites } from '../dynamic/shared.ts';
import { stackVariableSites, workspaceSites } from '../stack/sites.ts';
import type { Context } from '../trace/context.ts';
import type { Site, ValueGoal } from '../types.ts';
import { moduleArgumentSites } from './argument.ts';
import { type InputSearch, moduleInputSites } from './input.ts';
import { absentOpenings, openingsOf } from './opening.ts';

/** Behind the places that give the value now: those where a module could take it from its caller. */
export function* withModuleSites(
  sites: Iterable<Site>,
  goal: ValueGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
): Generator<Site> {
  yield* sites;
  const location = evaluation.locate(goal.address, goal.path);
  const found = evaluation.instance(goal.address);
  if (location === undefined || found === undefined) return;
  const rest = 'rest' in location ? location.rest.length : 0;
  const search: InputSearch = {
    configuration: evaluation.configuration,
    instance: found.scope.instance,
    schema,
    type: goal.type,
    name: found.declaration.name,
    path: goal.path.slice(0, goal.path.length - (location.kind === 'absent' ? 0 : rest)),
  };
  if (location.kind === 'attribute') yield* attributeSites(goal, evaluation, location, search);
  else if (location.kind === 'absent' && goal.value !== null) {
    yield* moduleInputSites(search, (base) => absentOpenings(base, location, goal.value));
  }
}

function* attributeSites(
  goal: ValueGoal,
  evaluation: Evaluation,
  location: Extract<Location, { kind: 'attribute' }>,
  search: InputSearch,
): Generator<Site> {
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
  if (goal.value !== null) {
    yield* moduleInputSites(search, (base) => openingsOf(base, use, goal.value));
  }
  yield* workspaceSites(use, goal.value);
}
