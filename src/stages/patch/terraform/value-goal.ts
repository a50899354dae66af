import { insertAttribute, removeAttribute } from '../../../code/hcl/edit/attribute.ts';
import { insertBlock } from '../../../code/hcl/edit/block.ts';
import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import type { BlockInput, HclInput } from '../../../code/hcl/edit/types.ts';
import type { Location } from '../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { schemaAt } from '../../../providers/schema/query.ts';
import type { BlockSchema, ProviderSchema } from '../../../providers/schema/types.ts';
import type { ValueGoal } from '../types.ts';
import { createBlockInput } from './block-input.ts';
import { referenceChain, sharedArguments } from './chain/reference-chain.ts';
import { mentions } from './dynamic/assign.ts';
import { ownBlockSite } from './dynamic/repeat.ts';
import { blockAt } from './missing-block.ts';
import { inputType } from './module/name.ts';
import { outsideSites } from './outside.ts';
import { entryAttributeSites } from './override/entry.ts';
import { isInstance } from './override/form.ts';
import { lastEntrySites, lastSharedEntrySites } from './override/last-entry.ts';
import { plainSites } from './override/plain.ts';
import { overrideSites } from './override/value.ts';
import { withdrawalSites } from './override/withdraw.ts';
import { withoutSites } from './override/without.ts';
import { expressionSite, siteIn } from './site.ts';
import { attributeUse } from './trace/context.ts';
import { structural } from './trace/narrow.ts';
import { nest } from './trace/nest.ts';
import { valueSites } from './trace/value.ts';
import { writtenEntry } from './trace/written.ts';
import type { Site } from './types.ts';

export interface ValueSearch {
  readonly goal: ValueGoal;
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  /** The provider treats the value as a set. */
  readonly unordered: boolean;
  /** How the value is written: as a reference if the code has one for it. */
  readonly write: (value: Json) => HclInput;
}

/** Every place to edit so that the attribute has the wanted value. */
export function* valueGoalSites(search: ValueSearch): Generator<Site> {
  const { goal, evaluation, schema } = search;
  const location = evaluation.locate(goal.address, goal.path);
  switch (location?.kind) {
    case 'attribute':
      yield* outsideOfTemplate(location, attributeSites(search, location));
      return;
    case 'absent':
      if (goal.value !== null) yield* absentSites(search, location, schema);
      return;
    default:
      return;
  }
}

type AttributeLocation = Extract<Location, { kind: 'attribute' }>;
type AbsentLocation = Extract<Location, { kind: 'absent' }>;

/**
 * Leaves out literals in place of what a dynamic block reads from its entries: all blocks would
 * have them, also those of entries that are added later.
 */
function* outsideOfTemplate(
  { expr, file, through }: AttributeLocation,
  sites: Iterable<Site>,
): Generator<Site> {
  const isRead = through.some(({ dynamic }) => dynamic && mentions(expr, dynamic.iterator));
  for (const site of sites) {
    const isWithin = site.file === file && site.offset >= expr.start && site.offset < expr.end;
    if (!isRead || !isWithin || site.kind !== 'literal at the use') yield site;
  }
}

function* attributeSites(search: ValueSearch, location: AttributeLocation): Generator<Site> {
  const { goal, evaluation, unordered } = search;
  const { file, expr, scope, rest, attribute } = location;
  const label = `${attribute.name} of ${goal.address}`;
  const use = { ...attributeUse(evaluation, location, goal.address), unordered };
  if (goal.value === null && rest.length === 0) {
    // For one of several instances, only the entry is removed: removing the argument would affect
    // all of them. An entry that a type makes optional goes, too, rather than what reads it.
    const isEntry = referenceChain(use).some((at) => at.rest.length > 0);
    if (scope.repetition !== undefined || isEntry) yield* structural(valueSites(use, null));
    yield siteIn(file, attribute.start, 'literal', label, () =>
      removeAttribute(file.hcl, attribute),
    );
    yield* overrideSites(use, null, { kind: 'json', value: null });
    return;
  }
  const written = search.write(goal.value);
  const entry = goal.value === null ? undefined : writtenEntry(use);
  if (written.kind === 'json') yield* plainSites(entry ?? use, goal.address, goal.value);
  yield* withdrawalSites(use, goal.value);
  if (goal.value === null && isOptional(search, location)) yield* lastEntrySites(use, attribute);
  if (entry !== undefined) yield* withdrawalSites(entry, goal.value);
  for (const argument of sharedArguments(use)) yield* withdrawalSites(argument, goal.value);
  if (written.kind === 'raw' && rest.length === 0) {
    yield expressionSite(file, expr, 'literal', label, written);
  }
  yield* outsideSites(use, goal.value);
  yield* valueSites(use, goal.value);
  if (goal.value === null && isOptional(search, location)) {
    yield* lastSharedEntrySites(use, attribute);
  }
  if (entry !== undefined) yield* overrideSites(entry, goal.value, written);
  if (location.through.length === 0) {
    const type = inputType(search.schema, goal.type, goal.path);
    const isPlain = ['string', 'number', 'bool'].includes(type ?? '');
    yield* entryAttributeSites(use, attribute.name, goal.value, isPlain ? type : undefined);
  }
  yield* overrideSites(use, goal.value, written);
  const plain = { kind: 'json', value: goal.value } as const;
  for (const argument of sharedArguments(use)) yield* overrideSites(argument, goal.value, plain);
  yield* withoutSites(use, goal.value);
}

/** True if the resource does not require the argument. */
function isOptional({ goal, schema }: ValueSearch, { attribute }: AttributeLocation): boolean {
  const { path, type } = goal;
  const at = path.lastIndexOf(attribute.name);
  const place = schemaAt(schema, type, path.slice(0, at + 1));
  return at >= 0 && place?.kind === 'attribute' && place.attribute.optional;
}

/**
 * Nothing declares the value yet, so the attribute, map or nested block is added to the innermost
 * block.
 */
function* absentSites(
  search: ValueSearch,
  location: AbsentLocation,
  schema: ProviderSchema,
): Generator<Site> {
  const { goal } = search;
  const { parent, rest, scope, through } = location;
  const [name, ...inner] = rest;
  if (typeof name !== 'string') return;
  const path = goal.path.slice(0, goal.path.length - rest.length);
  const at = blockAt(schema.resource(goal.type), path);
  const label = `${name} of ${goal.address}`;
  const { file, block } = parent;
  // In the content of a dynamic block, `each` and `count` may belong to another loop.
  const isPlain = through.every(({ dynamic }) => dynamic === undefined);
  const repetition = isPlain ? scope.repetition : undefined;
  if (at?.blocks.has(name)) {
    const input = blockInput(name, inner, goal.value, at.blocks.get(name)?.block);
    if (input === undefined) return;
    yield siteIn(file, block.start, 'new block', label, () =>
      insertBlock(file.hcl, block.body, input),
    );
    if (repetition !== undefined) yield ownBlockSite(parent, repetition, () => input, label);
    return;
  }
  const value = nest(inner, goal.value);
  if (value === undefined) return;
  yield siteIn(file, block.start, 'new attribute', label, () =>
    insertAttribute(
      file.hcl,
      block.body,
      name,
      inner.length === 0 ? search.write(value) : { kind: 'json', value },
    ),
  );
  if (repetition === undefined) return;
  const text = `${isInstance(repetition)} ? ${renderHclValue(value, { layout: 'inline' })} : null`;
  yield siteIn(file, block.start, 'instance override', label, () =>
    insertAttribute(file.hcl, block.body, name, { kind: 'raw', text }),
  );
}

/** `[0, 'status']` in block `versioning_configuration`, as a block with that argument. */
function blockInput(
  type: string,
  path: AttributePath,
  value: Json,
  schema: BlockSchema | undefined,
): BlockInput | undefined {
  const steps = path.filter((step) => typeof step !== 'number');
  const [name, ...rest] = steps;
  if (name === undefined) {
    // A state stores a single block as a list with one element.
    const [only, ...others] = isJsonArray(value) ? value : [value];
    return isJsonObject(only) && others.length === 0
      ? createBlockInput(type, only, schema)
      : undefined;
  }
  if (typeof name !== 'string' || schema === undefined) return undefined;
  const nested = schema.blocks.get(name);
  if (nested !== undefined) {
    const inner = blockInput(name, rest, value, nested.block);
    return inner === undefined ? undefined : { type, labels: [], attributes: [], blocks: [inner] };
  }
  const nestedValue = nest(rest, value);
  if (nestedValue === undefined) return undefined;
  const input = { kind: 'json' as const, value: nestedValue };
  return { type, labels: [], attributes: [{ name, value: input }], blocks: [] };
}
