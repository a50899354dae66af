import { insertBlock } from '../../../../code/hcl/edit/block.ts';
import { renderKey } from '../../../../code/hcl/edit/render.ts';
import type { BlockParts, EditResult } from '../../../../code/hcl/edit/types.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { BlockOccurrence, Location } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import type {
  AttributeType,
  BlockSchema,
  ProviderSchema,
} from '../../../../providers/schema/types.ts';
import type { ElementGoal } from '../../types.ts';
import { createBlockInput, isWrittenAsBlock } from '../block-input.ts';
import { keyFor } from '../dynamic/key.ts';
import { dynamicBlock, switchable } from '../dynamic/repeat.ts';
import { memberId, membersByIdentity } from '../member.ts';
import { blockAt, valuesAround } from '../missing-block.ts';
import type { Site } from '../types.ts';
import { type InputSearch, moduleInputSites } from './input.ts';
import { typeText } from './name.ts';
import type { NewInput } from './open.ts';
import type { InputBase } from './opening.ts';

interface BlockSearch {
  readonly goal: ElementGoal;
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  readonly search: Omit<InputSearch, 'input'>;
}

type Place = Extract<Location, { kind: 'blocks' | 'absent' }>;

/**
 * A block of a shared module that only one of its callers has, or lacks: the module gets an input
 * that has no effect unless it is set, and a dynamic block that reads it.
 */
export function* moduleBlockSites(
  { goal, evaluation, schema, search }: BlockSearch,
  location: Place,
): Generator<Site> {
  // A block generated from a collection is not the same for all callers.
  if (location.through.some(({ dynamic }) => dynamic !== undefined)) return;
  if (goal.action === 'add') {
    const wanted = wantedBlock(goal, schema, location);
    if (wanted !== undefined) yield* additionSites(wanted, search, location);
    return;
  }
  const name = goal.path.at(-1);
  if (typeof name !== 'string' || location.kind !== 'blocks') return;
  for (const occurrence of location.occurrences) {
    if (holds(goal, evaluation, occurrence)) yield* removalSites(goal, search, occurrence, name);
  }
}

/** A block as it should be written in its parent block. */
interface WantedBlock {
  readonly name: string;
  readonly values: JsonObject;
  /** Schema of the parent block. */
  readonly around: BlockSchema;
}

/** The block, or the outermost of its parents that are missing. */
function wantedBlock(
  { type, path, element }: ElementGoal,
  schema: ProviderSchema,
  location: Place,
): WantedBlock | undefined {
  const [name, ...inner] = location.kind === 'absent' ? location.rest : path.slice(-1);
  const around = blockAt(schema.resource(type), path.slice(0, path.length - 1 - inner.length));
  if (typeof name !== 'string' || around === undefined) return undefined;
  const values = inner.length === 0 ? element : valuesAround(inner, [element]);
  if (!isJsonObject(values) || !isWrittenAsBlock(around, name)) return undefined;
  return { name, values, around };
}

function* additionSites(
  wanted: WantedBlock,
  search: Omit<InputSearch, 'input'>,
  { parent: { file, block } }: Place,
): Generator<Site> {
  const insert = (parts: BlockParts, text: string): EditResult =>
    insertBlock(file.hcl, block.body, dynamicBlock(parts, text));
  const at = { file, offset: block.start };
  const entry = flatEntry(wanted);
  const { name, values, around } = wanted;
  if (entry === undefined) {
    const parts = createBlockInput(name, values, around.blocks.get(name)?.block);
    if ('raw' in parts) return;
    const input = switchFor(values, search, name);
    yield* moduleInputSites({ ...search, input }, function* (base: InputBase): Generator<NewInput> {
      const replace = (): EditResult => insert(parts, `var.${base.name} ? [1] : []`);
      yield { ...base, want: true, default: 'false', ...at, replace };
    });
    return;
  }
  const input = {
    name: `additional_${name}`,
    type: `list(object({ ${entry.types.join(', ')} }))`,
    description: `More ${name} blocks of ${search.type}.${search.name}`,
  };
  yield* moduleInputSites({ ...search, input }, function* (base: InputBase): Generator<NewInput> {
    const attributes = Object.keys(entry.values).map((key) => ({
      name: key,
      value: { kind: 'raw' as const, text: `${name}.value.${key}` },
    }));
    const replace = (): EditResult =>
      insert({ type: name, labels: [], attributes, blocks: [] }, `var.${base.name}`);
    yield { ...base, want: [entry.values], default: '[]', ...at, replace };
  });
}

interface FlatEntry {
  readonly values: JsonObject;
  /** `name = type`, for an object type. */
  readonly types: readonly string[];
}

/**
 * The values that the block sets; undefined if it contains further blocks or attributes unknown to
 * the schema.
 */
function flatEntry({ name, values, around }: WantedBlock): FlatEntry | undefined {
  const nested = around.blocks.get(name)?.block;
  const written = createBlockInput(name, values, nested);
  if ('raw' in written || written.blocks.length > 0) return undefined;
  const names = written.attributes.map((attribute) => attribute.name);
  const types = names.flatMap((key) => {
    const type =
      nested?.attributes.get(key)?.type ?? memberType(around.attributes.get(name)?.type, key);
    return type === undefined ? [] : [`${renderKey(key)} = ${typeText(type)}`];
  });
  if (types.length !== names.length || names.length === 0) return undefined;
  return { values: Object.fromEntries(names.map((key) => [key, values[key] ?? null])), types };
}

/** The type of an attribute of the objects in a list or set. */
function memberType(type: AttributeType | undefined, key: string): AttributeType | undefined {
  if (type?.kind !== 'list' && type?.kind !== 'set') return undefined;
  return type.element.kind === 'object' ? type.element.attributes.get(key) : undefined;
}

/** True for a block with exactly this content. */
function holds(goal: ElementGoal, evaluation: Evaluation, occurrence: BlockOccurrence): boolean {
  if (occurrence.dynamic !== undefined) return false;
  const value = evaluation.valueAt(goal.address, [...goal.path, occurrence.index]);
  const json = value === undefined ? undefined : valueToJson(value);
  if (!isJsonObject(json)) return false;
  const members = membersByIdentity(goal.type, goal.path, [json]);
  return members.size === 1 && members.has(memberId(goal.type, goal.path, goal.element));
}

/** Turns the block into a dynamic one that an input can turn off. */
function* removalSites(
  goal: ElementGoal,
  search: Omit<InputSearch, 'input'>,
  { file, content }: BlockOccurrence,
  name: string,
): Generator<Site> {
  const input = switchFor(goal.element, search, name);
  yield* moduleInputSites({ ...search, input }, function* (base: InputBase): Generator<NewInput> {
    const replace = (): EditResult => switchable(file, content, `var.${base.name} ? [1] : []`);
    yield { ...base, want: false, default: 'true', file, offset: content.start, replace };
  });
}

/** An input that determines whether a block exists. */
function switchFor(
  element: Json,
  { type, name: resource }: Omit<InputSearch, 'input'>,
  name: string,
): InputBase {
  const key = keyFor(element, [])?.replaceAll('-', '_');
  return {
    name: ['enable', name, ...(key === undefined ? [] : [key])].join('_'),
    type: 'bool',
    description: `Whether ${type}.${resource} has this ${name} block`,
  };
}
