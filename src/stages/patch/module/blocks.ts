import { insertBlock } from '../../../code/hcl/edit/block.ts';
import { renderKey } from '../../../code/hcl/edit/render.ts';
import type { EditResult } from '../../../code/hcl/edit/types.ts';
import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type {
  BlockOccurrence,
  Evaluation,
  Location,
} from '../../../code/terraform/config/types.ts';
import { isJsonObject, type JsonObject } from '../../../model/json.ts';
import type { AttributeType, ProviderSchema } from '../../../providers/schema/types.ts';
import { blockOf, isWrittenAsBlock } from '../block-input.ts';
import { keyFor } from '../dynamic/key.ts';
import { dynamicBlock, switchable } from '../dynamic/repeat.ts';
import { memberId, membersOf } from '../member.ts';
import type { ElementGoal, Site } from '../types.ts';
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

/**
 * A block of a shared module that one of its callers has more, or has not: the module gets an input
 * that says nothing new unless it is set, and a dynamic block that reads it.
 */
export function* moduleBlockSites(
  { goal, evaluation, schema, search }: BlockSearch,
  location: Extract<Location, { kind: 'blocks' | 'absent' }>,
): Generator<Site> {
  const [name, ...inner] = goal.path;
  if (typeof name !== 'string' || inner.length > 0 || location.through.length > 0) return;
  if (!isWrittenAsBlock(schema.resource(goal.type), name)) return;
  if (goal.action === 'add') yield* additionSites(goal, schema, search, location, name);
  else if (location.kind === 'blocks') {
    for (const occurrence of location.occurrences) {
      if (holds(goal, evaluation, occurrence)) yield* removalSites(goal, search, occurrence, name);
    }
  }
}

/** `dynamic "ingress"` over `var.additional_ingress`, whose default is none. */
function* additionSites(
  goal: ElementGoal,
  schema: ProviderSchema,
  search: Omit<InputSearch, 'input'>,
  { parent: { file, block } }: Extract<Location, { kind: 'blocks' | 'absent' }>,
  name: string,
): Generator<Site> {
  const entry = flatEntry(goal, schema, name);
  if (entry === undefined) return;
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
    const replace = (): EditResult => {
      const content = { type: name, labels: [], attributes, blocks: [] };
      return insertBlock(file.hcl, block.body, dynamicBlock(content, `var.${base.name}`));
    };
    yield { ...base, want: [entry.values], default: '[]', file, offset: block.start, replace };
  });
}

interface FlatEntry {
  readonly values: JsonObject;
  /** `name = type`, for an object type. */
  readonly types: readonly string[];
}

/** What the block sets; undefined where it holds further blocks, or what the schema does not know. */
function flatEntry(goal: ElementGoal, schema: ProviderSchema, name: string): FlatEntry | undefined {
  const { element } = goal;
  const own = schema.resource(goal.type);
  const nested = own?.blocks.get(name)?.block;
  if (!isJsonObject(element)) return undefined;
  const written = blockOf(name, element, nested);
  if ('raw' in written || written.blocks.length > 0) return undefined;
  const names = written.attributes.map((attribute) => attribute.name);
  const types = names.flatMap((key) => {
    const type =
      nested?.attributes.get(key)?.type ?? memberType(own?.attributes.get(name)?.type, key);
    return type === undefined ? [] : [`${renderKey(key)} = ${typeText(type)}`];
  });
  if (types.length !== names.length || names.length === 0) return undefined;
  return { values: Object.fromEntries(names.map((key) => [key, element[key] ?? null])), types };
}

/** The type of an attribute of the objects in a list or set. */
function memberType(type: AttributeType | undefined, key: string): AttributeType | undefined {
  if (type?.kind !== 'list' && type?.kind !== 'set') return undefined;
  return type.element.kind === 'object' ? type.element.attributes.get(key) : undefined;
}

/** True for a block that says this and nothing else. */
function holds(goal: ElementGoal, evaluation: Evaluation, occurrence: BlockOccurrence): boolean {
  if (occurrence.dynamic !== undefined) return false;
  const value = evaluation.valueAt(goal.address, [...goal.path, occurrence.index]);
  const json = value === undefined ? undefined : valueToJson(value);
  if (!isJsonObject(json)) return false;
  const members = membersOf(goal.type, goal.path, [json]);
  return members.size === 1 && members.has(memberId(goal.type, goal.path, goal.element));
}

/** The block becomes a dynamic one that an input turns off. */
function* removalSites(
  goal: ElementGoal,
  search: Omit<InputSearch, 'input'>,
  { file, content }: BlockOccurrence,
  name: string,
): Generator<Site> {
  const key = keyFor(goal.element, [])?.replaceAll('-', '_');
  const input = {
    name: ['enable', name, ...(key === undefined ? [] : [key])].join('_'),
    type: 'bool',
    description: `Whether ${search.type}.${search.name} has this ${name} block`,
  };
  yield* moduleInputSites({ ...search, input }, function* (base: InputBase): Generator<NewInput> {
    const replace = (): EditResult => switchable(file, content, `var.${base.name} ? [1] : []`);
    yield { ...base, want: false, default: 'true', file, offset: content.start, replace };
  });
}
