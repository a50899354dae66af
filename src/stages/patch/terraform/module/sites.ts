import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../../../code/hcl/eval/marks.ts';
import type { Location } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { parsedDocument } from '../../../../model/parsed-json.ts';
import type { ProviderSchema } from '../../../../providers/schema/types.ts';
import type { ElementGoal, ValueGoal } from '../../types.ts';
import { sharedContentSites } from '../dynamic/shared.ts';
import { memberKey } from '../member.ts';
import { blockAt, valuesAround } from '../missing-block.ts';
import { stackVariableSites, workspaceSites } from '../stack/sites.ts';
import { attributeUse, type TraceContext } from '../trace/context.ts';
import type { Site } from '../types.ts';
import { moduleArgumentSites } from './argument.ts';
import { moduleBlockSites } from './blocks.ts';
import { type InputSearch, moduleInputSites } from './input.ts';
import { absentOpenings, expressionOpenings, literalOpenings, openingLiterals } from './opening.ts';

/**
 * After the places that provide the value now, those where the module could take it from its
 * caller.
 */
export function* withModuleSites(
  sites: Iterable<Site>,
  goal: ValueGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
): Generator<Site> {
  yield* sites;
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind === 'attribute') {
    yield* sharedContentSites(goal, evaluation, location);
    yield* attributeSites(goal, evaluation, location, schema, goal.value);
  } else if (location?.kind === 'absent' && goal.value !== null) {
    yield* missingBlockSites(goal, evaluation, schema, location);
    const search = searchFor(goal, evaluation, schema, location.rest.length - 1);
    if (search === undefined) return;
    yield* moduleInputSites(search, (base) => absentOpenings(base, location, goal.value));
  }
}

/** For a value in a block that the module lacks: the block is added for this caller only. */
function* missingBlockSites(
  goal: ValueGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
  location: Extract<Location, { kind: 'absent' }>,
): Generator<Site> {
  const { drift, address, type, value } = goal;
  const [name, ...inner] = location.rest;
  const above = goal.path.slice(0, goal.path.length - location.rest.length);
  const nested = typeof name === 'string' ? [...above, name] : above;
  const holds = blockAt(schema.resource(type), [...nested, ...inner.slice(0, -1)]);
  const search = searchFor(goal, evaluation, schema, 0);
  if (typeof name !== 'string' || holds === undefined || search === undefined) return;
  // A state stores a single block as a list with one element.
  const [only, ...others] = isJsonArray(value) ? value : [value];
  const element = inner.length > 0 ? valuesAround(inner, value) : others.length > 0 ? null : only;
  if (!isJsonObject(element)) return;
  const added = { kind: 'element', drift, address, type, path: nested, action: 'add' } as const;
  const block = { goal: { ...added, element }, evaluation, schema, search };
  yield* moduleBlockSites(block, { ...location, rest: [name] });
}

/**
 * The same for adding or removing a list member: the caller then passes the entire list. For
 * blocks, only the block that differs.
 */
export function* withListSites(
  sites: Iterable<Site>,
  goal: ElementGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
): Generator<Site> {
  yield* sites;
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind === 'blocks' || location?.kind === 'absent') {
    const search = searchFor(goal, evaluation, schema, 0);
    if (search === undefined) return;
    yield* moduleBlockSites({ goal, evaluation, schema, search }, location);
    return;
  }
  const value = evaluation.valueAt(goal.address, goal.path);
  const list = value === undefined || isSensitiveDeep(value) ? undefined : valueToJson(value);
  if (location?.kind !== 'attribute' || !isJsonArray(list) || isJsonObject(goal.element)) return;
  const others = list.filter((member) => memberKey(member) !== memberKey(goal.element));
  const wanted = goal.action === 'add' ? [...others, goal.element] : others;
  yield* attributeSites(goal, evaluation, location, schema, wanted);
}

function searchFor(
  { address, type, path }: ValueGoal | ElementGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
  /** Number of path steps that lie inside the value of the attribute. */
  inside: number,
): InputSearch | undefined {
  const found = evaluation.instance(address);
  return (
    found && {
      configuration: evaluation.configuration,
      instance: found.scope.instance,
      schema,
      type,
      name: found.declaration.name,
      input: path.slice(0, path.length - inside),
    }
  );
}

function* attributeSites(
  goal: ValueGoal | ElementGoal,
  evaluation: Evaluation,
  location: Extract<Location, { kind: 'attribute' }>,
  schema: ProviderSchema,
  want: Json,
): Generator<Site> {
  const { rest } = location;
  const use = attributeUse(evaluation, location, goal.address);
  yield* moduleArgumentSites(use, want);
  yield* stackVariableSites(use, want);
  // Nobody hands over a document as one text to change a part of it.
  if (want === null || isDocument(want)) return;
  const search = searchFor(goal, evaluation, schema, rest.length);
  if (search !== undefined) {
    if (rest.length === 0) {
      const key = ownKey(goal, evaluation, use);
      const literal = key === undefined ? search : { ...search, key };
      yield* moduleInputSites(literal, (base) => literalOpenings(base, use, want));
    }
    yield* moduleInputSites(search, (base) => expressionOpenings(base, use, want));
  }
  yield* workspaceSites(use, want);
}

function isDocument(value: Json): boolean {
  return typeof value === 'string' && parsedDocument(value) !== undefined;
}

/** More instances than this are not compared. */
const maxSiblings = 50;

/** The key of an instance that gets its value from a literal of its own in the module. */
function ownKey(
  { address, path }: ValueGoal | ElementGoal,
  evaluation: Evaluation,
  use: TraceContext,
): string | undefined {
  const found = evaluation.instance(address);
  const [mine] = openingLiterals(use);
  if (found === undefined || typeof found.key !== 'string' || mine === undefined) return undefined;
  const siblings = evaluation
    .instancesOf(found.declaration)
    .filter(({ key, scope }) => key !== found.key && scope.instance === found.scope.instance);
  const shares = siblings.slice(0, maxSiblings).some((sibling) => {
    const location = evaluation.locate(sibling.address, path);
    if (location?.kind !== 'attribute') return false;
    const { expr, scope, rest } = location;
    const [theirs] = openingLiterals({ ...use, expr, scope, rest });
    return theirs?.expr === mine.expr;
  });
  return siblings.length === 0 || shares ? undefined : found.key;
}
