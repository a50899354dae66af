import { listInsert, listRemove } from '../../../../code/hcl/edit/list.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import { expressionSite, siteIn } from '../site.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { reconcileSite } from '../trace/literal.ts';
import { memberSites } from '../trace/member.ts';
import { literalMembership } from '../trace/member-search.ts';
import { requiredValuesOf } from '../trace/required.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { applyDocumentChange, type DocumentChange, documentValueAt } from './change.ts';
import { textListSites } from './text-list.ts';
import {
  type DocumentWrite,
  hasReferences,
  plainWrite,
  writtenInline,
  writtenValue,
} from './write.ts';

/** Sites in the expression from which a document is encoded. */
export function* encodedSites(
  context: TraceContext,
  change: DocumentChange,
  write: DocumentWrite,
): Generator<Site> {
  const inside: TraceContext = { ...context, rest: change.path };
  switch (change.kind) {
    case 'members': {
      const element = String(change.path.at(-1));
      yield* textListSites(inside, { ...change, element, write, depth: context.depth });
      break;
    }
    case 'set':
      yield* valueSites(inside, change.value);
      break;
    case 'drop':
      yield* valueSites(inside, null);
      break;
    case 'add':
      yield* additionSites(inside, change.element, write);
      break;
    case 'remove':
      yield* removalSites(inside, change.index);
      break;
  }
  const document = evaluated(context);
  if (document !== undefined && context.expr.kind === 'object') {
    yield reconcileSite(context, applyDocumentChange(document, change));
  }
}

/** The list itself, wherever it is written, or the single element that stands for it. */
function* listsOf(context: TraceContext): Generator<TraceContext> {
  const { kind } = context.expr;
  if ((kind === 'tuple' || kind === 'object') && context.rest.length === 0) {
    yield context;
    return;
  }
  for (const { context: next } of requiredValuesOf(context, evaluated(context) ?? null)) {
    yield* listsOf({ ...next, common: false });
  }
}

function* additionSites(
  context: TraceContext,
  element: Json,
  write: DocumentWrite,
): Generator<Site> {
  for (const found of listsOf(context)) {
    const { expr, scope, label } = found;
    const { file } = scope;
    const writers = hasReferences(element, write) ? [write, plainWrite] : [plainWrite];
    for (const writer of writers) {
      if (expr.kind !== 'tuple') {
        yield besideSite(found, element, writer);
        continue;
      }
      const isInline =
        expr.items.length > 0 && !file.text.slice(expr.start, expr.end).includes('\n');
      const text = isInline ? writtenInline(element, writer) : writtenValue(element, writer);
      yield siteIn(file, expr.start, 'list element', label, () =>
        listInsert(file.hcl, expr, { kind: 'raw', text }),
      );
    }
  }
  // For a computed list: its operand, or the entry of the collection behind a loop.
  yield* memberSites(context, literalMembership('add', element));
}

/** Turns a single element into a list and adds the new one. */
function besideSite(
  { expr, scope, label }: TraceContext,
  element: Json,
  write: DocumentWrite,
): Site {
  const { file } = scope;
  const lines = file.text.slice(expr.start, expr.end).split('\n');
  const last = lines.at(-1) ?? '';
  const surplus = last.length - last.trimStart().length;
  const own = lines.map((line, index) => (index === 0 ? line : line.slice(surplus))).join('\n  ');
  const text = `[\n  ${own},\n  ${writtenValue(element, write, '  ')},\n]`;
  return expressionSite(file, expr, 'map entry', label, { kind: 'raw', text });
}

function* removalSites(context: TraceContext, index: number): Generator<Site> {
  for (const found of listsOf(context)) {
    const { expr, scope, label } = found;
    const { file } = scope;
    if (expr.kind !== 'tuple') continue;
    const item = expr.items[index];
    yield siteIn(file, item?.start ?? expr.start, 'list element', `${label}[${index}]`, () =>
      listRemove(file.hcl, expr, index),
    );
  }
  const element = elementAt(context, index);
  if (element !== undefined) yield* memberSites(context, literalMembership('remove', element));
}

/** The element at the index of the list at the context's path. */
function elementAt(context: TraceContext, index: number): Json | undefined {
  const whole = evaluated(context);
  const list = whole === undefined ? undefined : documentValueAt(whole, context.rest.map(String));
  return isJsonArray(list) ? list[index] : undefined;
}
