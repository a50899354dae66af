import { renderHclValue, renderKey } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { BlockOccurrence, Location } from '../../../../code/terraform/config/location.ts';
import type { SourceBlock } from '../../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { ElementGoal } from '../../types.ts';
import { entrancesOf } from '../module/argument.ts';
import { operandSite } from '../override/operand.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { entrySites } from '../trace/entry.ts';
import { memberSites } from '../trace/member.ts';
import { literalMembership } from '../trace/member-search.ts';
import type { Site } from '../types.ts';
import { addEntrySites } from './add.ts';
import type { DynamicEntry } from './compose.ts';
import { dynamicEntriesFor } from './entry.ts';
import { keyFor } from './key.ts';
import { comesFromDynamic, outerContentSites, outerEntrySites, outsideOf } from './nested.ts';
import { isSwitch, switchOffSites, switchOnSites } from './switch.ts';
import { type BlockTemplate, blockTemplate, collectionContext } from './template.ts';

type BlocksLocation = Extract<Location, { kind: 'blocks' }>;

/** Adds an entry for the wanted block to the collection of a dynamic block. */
export function* dynamicAdditionSites(
  evaluation: Evaluation,
  dynamic: SourceBlock,
  { scope, through }: Pick<BlocksLocation, 'scope' | 'through'>,
  goal: ElementGoal,
): Generator<Site> {
  const template = blockTemplate(dynamic);
  if (template === undefined) return;
  const here = evaluation.inFile(scope, template.file);
  const context = collectionContext(evaluation, template, here, goal.address);
  const now = evaluated(context);
  const siblings = isJsonArray(now) ? now : isJsonObject(now) ? Object.values(now) : [];
  for (const entry of dynamicEntriesFor(evaluation, template, here, goal.element, siblings)) {
    yield* entryAdditionSites(context, template, through, entry, goal.element);
  }
  const outer = through.at(-1);
  if (outer !== undefined) yield* outerContentSites(context, template, outer, goal.element);
  if (isSwitch(context)) yield* switchOnSites(context, undefined);
}

function* entryAdditionSites(
  context: TraceContext,
  template: BlockTemplate,
  through: readonly BlockOccurrence[],
  entry: DynamicEntry,
  element: Json,
): Generator<Site> {
  if (isSwitch(context)) {
    yield* switchOnSites(context, entry.value);
    return;
  }
  const now = evaluated(context);
  const outer = through.at(-1);
  const isMap = isJsonObject(now);
  const key = entry.key ?? (isMap ? keyFor(element, Object.keys(now)) : undefined);
  if (outer !== undefined && comesFromDynamic(context, outer)) {
    if (isJsonArray(now)) {
      yield* outerEntrySites(context, template, outer, [...now, entry.value]);
    } else if (isMap && key !== undefined) {
      yield* outerEntrySites(context, template, outer, { ...now, [key]: entry.value });
    }
    yield* outsideOf(outer, addEntrySites(context, { key, value: entry.value }));
    return;
  }
  yield* addEntrySites(context, { key, value: entry.value });
  yield* operandSites(context, { key, value: entry.value }, isMap);
}

/** Removes the entry behind the block from the collection. */
export function* dynamicRemovalSites(
  evaluation: Evaluation,
  occurrence: BlockOccurrence,
  { through }: Pick<BlocksLocation, 'through'>,
  goal: ElementGoal,
): Generator<Site> {
  const { dynamic, file } = occurrence;
  if (dynamic === undefined) return;
  const template = blockTemplate({ file, block: dynamic.block });
  if (template === undefined) return;
  const context = collectionContext(evaluation, template, dynamic.scope, goal.address);
  if (isSwitch(context)) {
    yield* switchOffSites(context);
    return;
  }
  const now = evaluation.evaluate(context.expr, context.scope);
  const key = valueToJson(dynamic.key);
  const outer = through.at(-1);
  if (outer !== undefined && comesFromDynamic(context, outer)) {
    const others = withoutMember(evaluated(context), key);
    if (others !== undefined) yield* outerEntrySites(context, template, outer, others);
    if (typeof key === 'string' || typeof key === 'number') {
      yield* outsideOf(outer, entrySites(context, key));
    }
    yield* outsideOf(outer, removalSites(context, dynamic));
    return;
  }
  if (now.kind === 'set') {
    yield* removalSites(context, dynamic);
  } else if (typeof key === 'string' || typeof key === 'number') {
    yield* entrySites(context, key);
    if (now.kind === 'tuple') yield* removalSites(context, dynamic);
  }
}

/** Removes the member by its content, wherever a loop or a call takes it from. */
function* removalSites(
  context: TraceContext,
  { value }: Pick<NonNullable<BlockOccurrence['dynamic']>, 'value'>,
): Generator<Site> {
  const element = valueToJson(value);
  if (element !== undefined) yield* memberSites(context, literalMembership('remove', element));
}

/** The collection without the member behind a block. */
function withoutMember(now: Json | undefined, key: Json | undefined): Json | undefined {
  if (isJsonArray(now)) return now.filter((_, index) => index !== key);
  if (!isJsonObject(now)) return undefined;
  return Object.fromEntries(Object.entries(now).filter(([name]) => name !== key));
}

/** Keeps a shared collection and adds an entry for this use only. */
function* operandSites(
  context: TraceContext,
  entry: DynamicEntry,
  isMap: boolean,
): Generator<Site> {
  const inline = { layout: 'inline' } as const;
  const value = renderHclValue(entry.value, inline);
  if (isMap && entry.key === undefined) return;
  const joining = isMap
    ? ({
        name: 'merge',
        empty: '{}',
        text: `{ ${renderKey(entry.key ?? '')} = ${value} }`,
      } as const)
    : ({ name: 'concat', empty: '[]', text: `[${value}]` } as const);
  for (const entrance of entrancesOf(context)) {
    if (entrance.kind === 'argument' && entrance.at.rest.length === 0) {
      yield operandSite(entrance.at, joining);
    }
  }
  yield operandSite(context, joining);
}
