import { insertAttribute } from '../../../code/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../../code/hcl/edit/block.ts';
import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import type { HclInput } from '../../../code/hcl/edit/types.ts';
import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type {
  BlockOccurrence,
  Evaluation,
  Location,
} from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { elementRule } from '../../../providers/catalog/elements.ts';
import type { BlockSchema, ProviderSchema } from '../../../providers/schema/types.ts';
import type { ElementGoal } from '../types.ts';
import { blockOf, isWrittenAsBlock } from './block-input.ts';
import { ownBlockSite, sharedBlockSite } from './dynamic/repeat.ts';
import { dynamicAdditionSites, dynamicRemovalSites } from './dynamic/sites.ts';
import { listMembersOf, memberId, memberKey } from './member.ts';
import { blockAt, valuesAround } from './missing-block.ts';
import { listOverrideSite, listWithdrawalSites } from './override/list.ts';
import { siteIn } from './site.ts';
import { memberSites } from './trace/member.ts';
import type { Site } from './types.ts';

/** How an id is written in the code: a reference to the resource that has it, or itself. */
export type WriteElement = (goal: ElementGoal, element: Json) => HclInput;

interface Search {
  readonly goal: ElementGoal;
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  readonly write: WriteElement;
}

/** Every place that could be edited so that the member joins or leaves the collection. */
export function* elementGoalSites(search: Search): Generator<Site> {
  const { goal, evaluation } = search;
  const location = evaluation.locate(goal.address, goal.path);
  switch (location?.kind) {
    case 'attribute':
      yield* listSites(search, location);
      return;
    case 'blocks':
      if (goal.action === 'add') yield* addBlockSites(search, location);
      else yield* removeBlockSites(search, location);
      return;
    case 'absent':
      if (goal.action === 'add') yield* absentSites(search, location);
      return;
    default:
      return;
  }
}

type Of<K extends Location['kind']> = Extract<Location, { kind: K }>;

function* listSites(search: Search, location: Of<'attribute'>): Generator<Site> {
  const { goal, evaluation } = search;
  const { expr, scope, rest, attribute } = location;
  const label = `${attribute.name} of ${goal.address}`;
  const input = search.write(goal, goal.element);
  const context = { evaluation, expr, scope, rest, kind: 'literal', label, depth: 0 } as const;
  const { action, element } = goal;
  const membership = { action, element, input };
  yield* listWithdrawalSites(context, membership);
  yield* memberSites(context, membership);
  if (rest.length === 0) yield listOverrideSite(context, membership);
}

/** Into a list of a block that says the same otherwise, into a collection, or a block of its own. */
function* addBlockSites(search: Search, location: Of<'blocks'>): Generator<Site> {
  const { goal } = search;
  for (const occurrence of location.occurrences) {
    yield* mergeSites(search, occurrence);
  }
  for (const dynamic of location.dynamics) {
    yield* dynamicAdditionSites(search.evaluation, dynamic, location, goal);
  }
  const { parent, occurrences } = location;
  const last = occurrences.filter((occurrence) => occurrence.dynamic === undefined).at(-1);
  const { file, block } = last === undefined ? parent : { ...parent, file: last.file };
  yield siteIn(file, last?.content.start ?? block.start, 'new block', newBlockLabel(goal), () => {
    const input = elementBlock(search, goal.element);
    return insertBlock(
      file.hcl,
      block.body,
      input,
      last === undefined ? {} : { after: last.content },
    );
  });
  const { repetition } = location.scope;
  if (repetition === undefined || location.through.length > 0) return;
  const input = () => elementBlock(search, goal.element);
  yield ownBlockSite({ file, block }, repetition, input, newBlockLabel(goal));
}

function newBlockLabel(goal: ElementGoal): string {
  return `${String(goal.path.at(-1))} block of ${goal.address}`;
}

function elementBlock(search: Search, element: Json): ReturnType<typeof blockOf> {
  const { goal, schema } = search;
  const name = String(goal.path.at(-1));
  const values: JsonObject = isJsonObject(element) ? element : {};
  return blockInput(search, name, values, blockAt(schema.resource(goal.type), goal.path));
}

function blockInput(
  search: Search,
  name: string,
  values: JsonObject,
  schema: BlockSchema | undefined,
): ReturnType<typeof blockOf> {
  return blockOf(name, values, schema, { write: (_, value) => writeList(search, value) });
}

/** A list of ids is written as a list of references where those are known. */
function writeList(search: Search, value: Json): HclInput {
  if (!isJsonArray(value)) return search.write(search.goal, value);
  const items = value.map((item) => search.write(search.goal, item));
  if (items.every((item) => item.kind === 'json')) return { kind: 'json', value };
  const texts = items.map((item) =>
    item.kind === 'raw' ? item.text : renderHclValue(item.value, { layout: 'inline' }),
  );
  return { kind: 'raw', text: `[${texts.join(', ')}]` };
}

/** A block whose list only lacks this member: `cidr_blocks` of a rule for the same port. */
function* mergeSites(search: Search, occurrence: BlockOccurrence): Generator<Site> {
  const found = mergeableList(search, occurrence);
  if (found === undefined) return;
  const { goal, evaluation } = search;
  const { name, member } = found;
  const attribute = occurrence.content.body.items.find(
    (item) => item.kind === 'attribute' && item.name === name,
  );
  if (attribute?.kind !== 'attribute') return;
  const label = `${name} of ${String(goal.path.at(-1))} of ${goal.address}`;
  const { action } = goal;
  const input = search.write(goal, member);
  const context = {
    evaluation,
    expr: attribute.value,
    scope: occurrence.scope,
    rest: [],
    kind: 'literal',
    label,
    depth: 0,
  } as const;
  const membership = { action, element: member, input };
  yield* memberSites(context, membership);
  yield listOverrideSite(context, membership);
}

interface MergeableList {
  readonly name: string;
  readonly member: Json;
}

function mergeableList(search: Search, occurrence: BlockOccurrence): MergeableList | undefined {
  const { goal } = search;
  const rule = elementRule(goal.type, String(goal.path.at(-1)));
  const values = occurrenceValue(search, occurrence);
  if (rule?.mergeable === undefined || !isJsonObject(goal.element) || values === undefined) {
    return undefined;
  }
  const element = goal.element;
  const name = rule.mergeable.find((list) => Object.hasOwn(element, list));
  const members = name === undefined ? undefined : element[name];
  if (name === undefined || !isJsonArray(members) || members[0] === undefined) return undefined;
  const lists = [...rule.mergeable, ...(rule.flags ?? [])];
  if (differs(values, element, lists)) return undefined;
  return memberKey(without(values, lists)) === memberKey(without(element, lists))
    ? { name, member: members[0] }
    : undefined;
}

/** True where a plain attribute says something else on both sides, as that of most blocks does. */
function differs(one: JsonObject, other: JsonObject, lists: readonly string[]): boolean {
  return Object.keys(one).some((name) => {
    const [a, b] = [one[name], Object.hasOwn(other, name) ? other[name] : undefined];
    return isPlain(a) && isPlain(b) && String(a) !== String(b) && !lists.includes(name);
  });
}

/** Neither blank nor made of others. */
function isPlain(value: Json | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function without(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** The block's arguments as JSON; undefined when any is unknown. */
function occurrenceValue(search: Search, occurrence: BlockOccurrence): JsonObject | undefined {
  const { goal, evaluation } = search;
  const all = evaluation.valueAt(goal.address, goal.path);
  const value =
    all?.kind === 'tuple'
      ? all.elements[occurrence.index]
      : evaluation.valueAt(goal.address, [...goal.path, occurrence.index]);
  const json = value === undefined ? undefined : valueToJson(value);
  return isJsonObject(json) ? json : undefined;
}

/** Out of a list that has others, or away with a block or collection entry that has no other. */
function* removeBlockSites(search: Search, location: Of<'blocks'>): Generator<Site> {
  const { goal, evaluation } = search;
  const wanted = memberId(goal.type, goal.path, goal.element);
  for (const occurrence of location.occurrences) {
    const value = occurrenceValue(search, occurrence);
    if (value === undefined) continue;
    const members = listMembersOf(goal.type, goal.path, [value]);
    if (!members.has(wanted)) continue;
    if (members.size > 1) {
      yield* mergeSites(search, occurrence);
    } else if (occurrence.dynamic !== undefined) {
      yield* dynamicRemovalSites(evaluation, occurrence, location, goal);
    } else {
      const { file, content } = occurrence;
      yield siteIn(file, content.start, 'block', newBlockLabel(goal), () =>
        removeBlock(file.hcl, content),
      );
      const { repetition } = occurrence.scope;
      if (repetition !== undefined && location.through.length === 0) {
        yield sharedBlockSite(file, content, repetition, newBlockLabel(goal));
      }
    }
  }
}

function* absentSites(search: Search, location: Of<'absent'>): Generator<Site> {
  const { goal, schema } = search;
  const [name, ...inner] = location.rest;
  if (typeof name !== 'string') return;
  const { file, block } = location.parent;
  const above = goal.path.slice(0, goal.path.length - location.rest.length);
  const parent = blockAt(schema.resource(goal.type), above);
  if (inner.length > 0) {
    const missing = parent?.blocks.get(name)?.block;
    const values = valuesAround(inner, [goal.element]);
    if (missing === undefined || values === undefined) return;
    yield siteIn(file, block.start, 'new block', `${name} block of ${goal.address}`, () =>
      insertBlock(file.hcl, block.body, blockInput(search, name, values, missing)),
    );
    return;
  }
  if (isWrittenAsBlock(parent, name)) {
    const input = () => elementBlock(search, goal.element);
    const label = newBlockLabel(goal);
    yield siteIn(file, block.start, 'new block', label, () =>
      insertBlock(file.hcl, block.body, input()),
    );
    const { repetition } = location.scope;
    if (repetition === undefined || location.through.length > 0) return;
    yield ownBlockSite(location.parent, repetition, input, label);
    return;
  }
  const label = `${name} of ${goal.address}`;
  yield siteIn(file, block.start, 'new attribute', label, () =>
    insertAttribute(file.hcl, block.body, name, writeList(search, [goal.element])),
  );
}
