import { type InsertOptions, insertAttribute, removeAttribute } from '../../hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../hcl/edit/block.ts';
import { setExpression } from '../../hcl/edit/expression.ts';
import { renderValue } from '../../hcl/edit/render.ts';
import type { BlockInput } from '../../hcl/edit/types.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import type { Attribute } from '../../hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import type { BlockOccurrence, Evaluation } from '../../terraform/config/types.ts';
import { type ListName, listArguments } from '../../terraform/policy-document/types.ts';
import { isInstance } from '../override/form.ts';
import { siteIn } from '../site.ts';
import type { Context } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { type DocumentChange, memberList } from './change.ts';
import {
  conditionBlock,
  conditionBlocks,
  escapedVariables,
  principalBlocks,
  principalsOf,
  textsInput,
} from './statement-block.ts';
import { textListSites } from './text-list.ts';
import { plainWrite, type Write } from './write.ts';

/** A `statement` block of a policy document. */
export interface StatementPlace {
  readonly evaluation: Evaluation;
  /** Of the data source. */
  readonly address: string;
  readonly occurrence: BlockOccurrence;
  readonly write: Write;
}

/** A change within one statement, at `['Statement', index, element, ...]`. */
export function* statementSites(place: StatementPlace, change: DocumentChange): Generator<Site> {
  const [, , element, ...inner] = change.path;
  const name = String(element);
  const list = listArguments.get(name as ListName);
  const principals = principalBlocks.get(name);
  if (list !== undefined) yield* argumentSites(place, list, change);
  else if (name === 'Effect' || name === 'Sid') {
    yield* argumentSites(place, name.toLowerCase(), change);
  } else if (principals !== undefined) yield* principalSites(place, principals, inner, change);
  else if (name === 'Condition') yield* conditionSites(place, inner, change);
}

function labelOf({ address, occurrence }: StatementPlace, name: string): string {
  return `${name} of statement[${occurrence.index}] of ${address}`;
}

function attributeIn({ content }: BlockOccurrence, name: string): Attribute | undefined {
  const item = content.body.items.find((each) => each.kind === 'attribute' && each.name === name);
  return item?.kind === 'attribute' ? item : undefined;
}

function* argumentSites(
  place: StatementPlace,
  name: string,
  change: DocumentChange,
): Generator<Site> {
  const { occurrence, write } = place;
  const { file, content } = occurrence;
  const label = labelOf(place, name);
  const attribute = attributeIn(occurrence, name);
  if (attribute !== undefined) {
    yield* setSites(place, occurrence, attribute, label, change);
    yield* ownSites(place, name, change, attribute);
  } else if (change.kind === 'set') {
    yield* ownSites(place, name, change, undefined);
    for (const way of [write, plainWrite]) {
      const isText = name === 'sid' || name === 'effect';
      const input = isText
        ? ({ kind: 'json', value: change.value } as const)
        : textsInput(change.value, way);
      yield siteIn(file, content.start, 'new attribute', label, () =>
        insertAttribute(file.hcl, content.body, name, input, placeOf(occurrence, name)),
      );
    }
  }
}

/** One of the statements that a block stands for has its own value, beside that of the others. */
function* ownSites(
  place: StatementPlace,
  name: string,
  change: DocumentChange,
  attribute: Attribute | undefined,
): Generator<Site> {
  const { evaluation, occurrence, write } = place;
  const { file, content, scope } = occurrence;
  const condition = conditionOf(occurrence);
  const expr = attribute?.value;
  const now = expr === undefined ? null : (valueToJson(evaluation.evaluate(expr, scope)) ?? null);
  const wanted =
    change.kind === 'set'
      ? change.value
      : change.kind === 'members'
        ? applyMembers(now, change)
        : undefined;
  if (condition === undefined || wanted === undefined) return;
  const isText = name === 'sid' || name === 'effect';
  const input = isText ? undefined : textsInput(wanted, write);
  const text = input?.kind === 'raw' ? input.text : renderValue(wanted);
  const usual = name === 'effect' ? '"Allow"' : isText ? 'null' : '[]';
  const others = expr === undefined ? usual : file.text.slice(expr.start, expr.end);
  const raw = { kind: 'raw', text: `${condition} ? ${text} : ${others}` } as const;
  const label = labelOf(place, name);
  yield siteIn(file, expr?.start ?? content.start, 'instance override', label, () =>
    expr === undefined
      ? insertAttribute(file.hcl, content.body, name, raw, placeOf(occurrence, name))
      : setExpression(file.hcl, expr, raw),
  );
}

function applyMembers(now: Json, change: Extract<DocumentChange, { kind: 'members' }>): Json {
  const escaped = {
    add: change.add.map(escapedVariables),
    remove: [...change.remove, ...change.remove.map(escapedVariables)],
  };
  const texts = (isJsonArray(now) ? now : [now]).map(String);
  return memberList(texts, String(change.path.at(-1)), escaped);
}

/** What holds for this statement alone of those that its block stands for. */
function conditionOf({ dynamic, scope }: BlockOccurrence): string | undefined {
  const key = dynamic === undefined ? undefined : valueToJson(dynamic.key);
  if (dynamic !== undefined && (typeof key === 'string' || typeof key === 'number')) {
    return `${dynamic.iterator}.key == ${renderValue(key)}`;
  }
  return dynamic === undefined && scope.repetition !== undefined
    ? isInstance(scope.repetition)
    : undefined;
}

/** Name and effect stand at the top. */
function placeOf(occurrence: BlockOccurrence, name: string): InsertOptions {
  if (name === 'sid') return { after: 'start' };
  return name === 'effect' ? { after: attributeIn(occurrence, 'sid') ?? 'start' } : {};
}

/** An argument that is there becomes another one. */
function* setSites(
  { evaluation, write }: StatementPlace,
  { file, scope }: BlockOccurrence,
  attribute: Attribute,
  label: string,
  change: DocumentChange,
): Generator<Site> {
  const { value: expr } = attribute;
  const context: Context = { evaluation, expr, scope, rest: [], kind: 'literal', label, depth: 0 };
  switch (change.kind) {
    case 'members': {
      const add = change.add.map(escapedVariables);
      const escaped = change.remove.map(escapedVariables);
      const element = String(change.path.at(-1));
      yield* textListSites(context, { add, remove: escaped, element, write, depth: 0 });
      if (escaped.some((text, index) => text !== change.remove[index])) {
        yield* textListSites(context, { add, remove: change.remove, element, write, depth: 0 });
      }
      return;
    }
    case 'set':
      yield* valueSites(context, change.value);
      return;
    case 'drop':
      yield siteIn(file, attribute.start, 'literal', label, () =>
        removeAttribute(file.hcl, attribute),
      );
      yield* valueSites(context, null);
      return;
    default:
      return;
  }
}

/** Nested blocks of one type, with what they say. */
function* nested(
  place: StatementPlace,
  type: string,
): Generator<{ readonly occurrence: BlockOccurrence; readonly says: Json }> {
  const { evaluation, address, occurrence } = place;
  const location = evaluation.locate(address, ['statement', occurrence.index, type]);
  if (location?.kind !== 'blocks') return;
  for (const found of location.occurrences) {
    const path = ['statement', occurrence.index, type, found.index];
    const value = evaluation.valueAt(address, path);
    yield { occurrence: found, says: (value === undefined ? null : valueToJson(value)) ?? null };
  }
}

function matches(says: Json, wanted: Readonly<Record<string, string | undefined>>): boolean {
  return (
    isJsonObject(says) && Object.entries(wanted).every(([name, value]) => says[name] === value)
  );
}

function* principalSites(
  place: StatementPlace,
  block: string,
  inner: DocumentChange['path'],
  change: DocumentChange,
): Generator<Site> {
  const [type] = inner;
  const all = [...nested(place, block)];
  const own = all.filter(({ says }) => type === undefined || matches(says, { type: String(type) }));
  if (change.kind === 'members') {
    for (const { occurrence } of own) yield* identifierSites(place, occurrence, block, change);
    return;
  }
  const wanted = change.kind === 'set' ? change.value : undefined;
  const value = wanted === undefined || type === undefined ? wanted : { [String(type)]: wanted };
  for (const way of [place.write, plainWrite]) {
    const blocks = value === undefined ? [] : principalsOf(block, value, way);
    if (blocks !== undefined) yield* exchangeSite(place, block, own, blocks);
  }
}

function* identifierSites(
  place: StatementPlace,
  occurrence: BlockOccurrence,
  block: string,
  change: DocumentChange,
): Generator<Site> {
  const attribute = attributeIn(occurrence, block === 'condition' ? 'values' : 'identifiers');
  if (attribute === undefined) return;
  yield* setSites(place, occurrence, attribute, labelOf(place, block), change);
}

function* conditionSites(
  place: StatementPlace,
  inner: DocumentChange['path'],
  change: DocumentChange,
): Generator<Site> {
  const [test, variable] = inner.map(String);
  const own = [...nested(place, 'condition')].filter(
    ({ says }) =>
      (test === undefined || matches(says, { test })) &&
      (variable === undefined || matches(says, { variable })),
  );
  if (change.kind === 'members') {
    for (const { occurrence } of own) {
      yield* identifierSites(place, occurrence, 'condition', change);
    }
    return;
  }
  const wanted = change.kind === 'set' ? change.value : undefined;
  for (const way of [place.write, plainWrite]) {
    const blocks = wanted === undefined ? [] : conditionsFor(test, variable, wanted, way);
    yield* exchangeSite(place, 'condition', own, blocks);
  }
}

function conditionsFor(
  test: string | undefined,
  variable: string | undefined,
  value: Json,
  write: Write,
): readonly BlockInput[] {
  if (test !== undefined && variable !== undefined) {
    return [conditionBlock(test, variable, value, write)];
  }
  const whole = test === undefined ? value : { [test]: value };
  return conditionBlocks('Condition', whole, write) ?? [];
}

/** The blocks go, others come, in one edit. */
function* exchangeSite(
  place: StatementPlace,
  type: string,
  gone: readonly { readonly occurrence: BlockOccurrence }[],
  come: readonly BlockInput[],
): Generator<Site> {
  const { file, content } = place.occurrence;
  const written = gone.map(({ occurrence }) => occurrence);
  if (written.some(({ dynamic }) => dynamic !== undefined)) return;
  const [first] = written;
  const kind = first === undefined ? 'new block' : 'block';
  const start = first?.content.start ?? content.start;
  yield siteIn(file, start, kind, labelOf(place, type), () => {
    const made = [
      ...written.map((each) => removeBlock(file.hcl, each.content)),
      ...come.map((input) => insertBlock(file.hcl, content.body, input)),
    ];
    const refused = made.find((each) => !each.ok);
    if (refused !== undefined) return refused;
    return { ok: true, edits: made.flatMap((each) => (each.ok ? each.edits : [])) };
  });
}
