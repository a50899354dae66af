import { valueToJson } from '../hcl/eval/json.ts';
import type { Value } from '../hcl/eval/value.ts';
import type { Attribute, Expression } from '../hcl/syntax/ast.ts';
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../model/json.ts';
import type { BlockOccurrence, Evaluation } from '../terraform/config/types.ts';
import type { Context } from './trace/context.ts';
import { entrySites } from './trace/entry.ts';
import { memberSites } from './trace/member.ts';
import type { ElementGoal, Site } from './types.ts';

/** The collection of a dynamic block gets an entry more, or loses the one behind the block. */
export function* dynamicEntrySites(
  evaluation: Evaluation,
  occurrence: BlockOccurrence,
  goal: ElementGoal,
): Generator<Site> {
  const { dynamic } = occurrence;
  if (dynamic === undefined) return;
  const context: Context = {
    evaluation,
    expr: dynamic.collection.expr,
    scope: dynamic.scope,
    rest: [],
    kind: 'collection entry',
    label: `collection of ${String(goal.path.at(-1))} of ${goal.address}`,
    depth: 0,
  };
  if (goal.action === 'remove') {
    const step = keyOf(dynamic.key);
    if (step !== undefined) yield* entrySites(context, step);
    return;
  }
  const entry = entryFor(occurrence, goal.element);
  if (entry === undefined) return;
  const input = { kind: 'json' as const, value: entry };
  yield* memberSites(context, { action: 'add', element: entry, input });
}

function keyOf(value: Value): string | number | undefined {
  const key = valueToJson(value);
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

/**
 * The entry that makes the dynamic block yield the element, by reading the block backwards:
 * `from_port = rule.value.port` asks for `port`. Undefined when an argument cannot be had so.
 */
function entryFor(occurrence: BlockOccurrence, element: Json): Json | undefined {
  const { dynamic, content } = occurrence;
  if (dynamic === undefined || !isJsonObject(element)) return undefined;
  const entry: Record<string, Json> = {};
  for (const item of content.body.items) {
    if (item.kind !== 'attribute') return undefined;
    const asked = askedOf(item, dynamic.iterator);
    if (asked === undefined) continue;
    const wanted = Object.hasOwn(element, item.name) ? (element[item.name] ?? null) : null;
    const value = asked.single && isJsonArray(wanted) ? (wanted[0] ?? null) : wanted;
    if (asked.name === undefined) return wholeEntry(occurrence, value);
    if (Object.hasOwn(entry, asked.name) && !same(entry[asked.name], value)) return undefined;
    entry[asked.name] = value;
  }
  return Object.keys(entry).length === 0 ? undefined : present(entry);
}

function wholeEntry(occurrence: BlockOccurrence, value: Json): Json | undefined {
  const attributes = occurrence.content.body.items.filter((item) => item.kind === 'attribute');
  const uses = attributes.filter(
    (item) => askedOf(item, occurrence.dynamic?.iterator ?? '') !== undefined,
  );
  return uses.length === 1 ? value : undefined;
}

function present(entry: Record<string, Json>): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && canonicalJson(a) === canonicalJson(b);
}

interface Asked {
  /** Attribute of the entry; undefined for the entry itself. */
  readonly name: string | undefined;
  /** The argument wraps it in a list: `[rule.value.cidr]`. */
  readonly single: boolean;
}

/** What part of the entry an argument is made of; undefined when it is made of none. */
function askedOf(attribute: Attribute, iterator: string): Asked | undefined {
  const { value } = attribute;
  if (value.kind === 'tuple' && value.items.length === 1 && value.items[0] !== undefined) {
    const inner = partOf(value.items[0], iterator);
    return inner === undefined ? undefined : { ...inner, single: true };
  }
  const part = partOf(value, iterator);
  return part === undefined ? undefined : { ...part, single: false };
}

function partOf(
  expr: Expression,
  iterator: string,
): { readonly name: string | undefined } | undefined {
  if (isEntry(expr, iterator)) return { name: undefined };
  if (expr.kind === 'get' && isEntry(expr.of, iterator)) return { name: expr.name };
  return undefined;
}

function isEntry(expr: Expression, iterator: string): boolean {
  return (
    expr.kind === 'get' &&
    expr.name === 'value' &&
    expr.of.kind === 'variable' &&
    expr.of.name === iterator
  );
}
