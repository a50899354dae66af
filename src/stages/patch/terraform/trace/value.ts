import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { hasSortedKeys, mapRemoveItem, mapSet } from '../../../../code/hcl/edit/map.ts';
import type {
  Call,
  Conditional,
  ObjectExpression,
  Tuple,
} from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { parsedDocument } from '../../../../model/parsed-json.ts';
import { bare, formText } from '../override/form.ts';
import { setAt } from '../set-at.ts';
import { expressionSite, siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { evaluated, isTaken, type TraceContext } from './context.ts';
import { decodedSites, isDecoding } from './decoded.ts';
import { distinct } from './distinct.ts';
import { entryKey, entryKind, entryLabel, findEntry, followTrace } from './follow.ts';
import { isKnownEqual } from './known.ts';
import { reconcileSite, replaceSite } from './literal.ts';
import { loopEntrySites } from './loop-entry.ts';
import { narrowed } from './narrow.ts';
import { nest } from './nest.ts';
import { partSites } from './part.ts';
import { requiredValuesOf } from './required.ts';
import { allTextSites, oneTextSites } from './template.ts';
import { newEntries } from './typed.ts';

/**
 * Every place to edit so that the expression yields `want` (null: has no entry), the most
 * structural place first: a map entry or variable comes before its use. Whether an edit changes
 * exactly what it should is checked later by evaluating it.
 */
export function* valueSites(context: TraceContext, want: Json): Generator<Site> {
  const blunt: Site[] = [];
  for (const site of distinct(sitesOf(context, want))) {
    if (site.kind === 'literal at the use') blunt.push(site);
    else yield site;
  }
  yield* blunt;
}

function* sitesOf(context: TraceContext, want: Json): Generator<Site> {
  const { expr, rest } = context;
  switch (expr.kind) {
    case 'number':
    case 'keyword':
      if (rest.length === 0) yield reconcileSite(context, want);
      return;
    case 'unary':
      if (expr.value.kind === 'number') {
        if (rest.length === 0) yield reconcileSite(context, want);
        return;
      }
      yield* computedSites(context, want);
      return;
    case 'tuple':
      if (rest.length === 0) yield* wholeTuple(context, expr, want);
      else yield* onwards(context, want);
      return;
    case 'object':
      if (rest.length === 0) yield* wholeObject(context, expr, want);
      else yield* entrySites(context, expr, want);
      return;
    case 'quoted':
    case 'heredoc':
      yield* oneTextSites(context, expr, want);
      yield* onwards(context, want);
      yield* allTextSites(context, expr, want);
      if (!expr.parts.every((part) => part.kind === 'text')) yield* replaceSite(context, want);
      return;
    case 'call':
      if (isDecoding(expr)) {
        yield* decodedSites(followTrace, context, want);
        return;
      }
      yield* documentSites(context, expr, want);
      yield* computedSites(context, want);
      return;
    case 'variable':
    case 'get':
    case 'index':
    case 'legacy-index':
      yield* missingArgumentSites(context, want);
      yield* computedSites(context, want);
      return;
    case 'parentheses':
      yield* onwards(context, want);
      return;
    case 'conditional':
      yield* computedSites(context, want, branchSites(context, expr, want));
      return;
    case 'for-object':
      yield* loopEntrySites(sitesOf, context, expr, want);
      yield* computedSites(context, want);
      return;
    default:
      yield* computedSites(context, want);
      return;
  }
}

/**
 * Follows the expression to its parts, individually and in full. Replacing the expression itself
 * comes last.
 */
function* computedSites(
  context: TraceContext,
  want: Json,
  instead: Iterable<Site> = [],
): Generator<Site> {
  yield* partSites(sitesOf, context, want);
  for (const site of onwards(context, want)) {
    if (!isWrapped(context, want, site)) yield site;
  }
  yield* instead;
  yield* replaceSite(context, want);
}

/**
 * `tostring("3")`: replacing the call is better than a literal in it, where the call has no effect.
 */
function isWrapped({ expr, scope }: TraceContext, want: Json, site: Site): boolean {
  if (site.kind !== 'literal at the use' || expr.kind !== 'call') return false;
  const [only, ...more] = expr.args;
  const isScalar = typeof want !== 'object' || want === null;
  const isOnly = only !== undefined && more.length === 0 && isScalar;
  return isOnly && site.file === scope.file && site.offset === only.start;
}

/** If one of the places is shared with others, those for this use only are marked as narrow. */
function* onwards(context: TraceContext, want: Json): Generator<Site> {
  const requiredValues = [...requiredValuesOf(context, want)];
  const isNarrow = requiredValues.some((required) => required.context.common === true);
  for (const { context: next, want: wanted } of requiredValues) {
    const sites = sitesOf({ ...next, common: false }, wanted);
    if (isNarrow && next.common !== true) yield* narrowed(sites);
    else yield* sites;
  }
}

/** If only one item differs, its own source is the better place; then the entire list. */
function* wholeTuple(context: TraceContext, tuple: Tuple, want: Json): Generator<Site> {
  if (isJsonArray(want) && want.length === tuple.items.length) {
    const changed = tuple.items.flatMap((item, index) => {
      const wanted = want[index] ?? null;
      return isKnownEqual(evaluated(context, item), wanted) ? [] : [{ index, wanted }];
    });
    const [only] = changed;
    if (only !== undefined && changed.length === 1) {
      yield* onwards({ ...context, rest: [only.index] }, only.wanted);
    }
  }
  yield reconcileSite(context, want);
}

function* wholeObject(
  context: TraceContext,
  object: ObjectExpression,
  want: Json,
): Generator<Site> {
  if (isJsonObject(want)) {
    const changed = object.items.flatMap((item) => {
      const key = entryKey(context, item);
      if (key === undefined || !Object.hasOwn(want, key)) return [];
      const wanted = want[key] ?? null;
      return isKnownEqual(evaluated(context, item.value), wanted) ? [] : [{ key, wanted }];
    });
    const [only] = changed;
    if (only !== undefined && changed.length === 1) {
      yield* onwards({ ...context, rest: [only.key] }, only.wanted);
    }
  }
  yield reconcileSite(context, want);
}

/** Follows the entry that the path selects, or adds a new entry. */
function* entrySites(context: TraceContext, object: ObjectExpression, want: Json): Generator<Site> {
  const [step, ...rest] = context.rest;
  if (typeof step !== 'string') return;
  const { file } = context.scope;
  const label = entryLabel(context, step);
  const item = findEntry(context, object, step);
  if (item === undefined) {
    if (want === null) return;
    for (const value of newEntries(context, rest, want)) {
      const site = siteIn(file, object.start, entryKind(context), label, () =>
        mapSet(file.hcl, object, step, { kind: 'json', value }),
      );
      yield hasSortedKeys(file.hcl, object) ? { ...site, rank: step } : site;
    }
  } else if (want === null && rest.length === 0) {
    yield siteIn(file, item.start, entryKind(context), label, () =>
      mapRemoveItem(file.hcl, object, item),
    );
  } else {
    yield* onwards(context, want);
  }
}

/** Edits `jsonencode({...})` through the value that it encodes. */
function* documentSites(context: TraceContext, call: Call, want: Json): Generator<Site> {
  if (call.name !== 'jsonencode' && call.name !== 'yamlencode') return;
  const [document] = call.args;
  if (document === undefined || context.rest.length > 0 || typeof want !== 'string') return;
  const parsed = parsedDocument(want);
  if (parsed !== undefined) yield* sitesOf({ ...context, expr: document }, parsed);
}

/**
 * Sets a module input that the call omits. That affects this call only, so it comes before a change
 * of the default.
 */
function* missingArgumentSites(context: TraceContext, want: Json): Generator<Site> {
  const definition = context.evaluation.define(context.scope, context.expr);
  if (definition?.kind !== 'variable' || definition.caller === undefined || want === null) return;
  const value = nest([...definition.rest, ...context.rest], want);
  if (value === undefined) return;
  const { call } = definition.caller;
  const { name } = definition.declaration;
  const label = `argument ${name} of module.${call.name}`;
  const site = siteIn(call.file, call.block.start, 'module argument', label, () =>
    insertAttribute(call.file.hcl, call.block.body, name, { kind: 'json', value }),
  );
  yield { ...site, narrow: true };
}

/**
 * If the branch that is not taken is what the other one has to become, the condition makes no
 * difference any more, and that branch stands alone.
 */
function* branchSites(context: TraceContext, expr: Conditional, want: Json): Generator<Site> {
  const taken = isTaken(context, expr.condition);
  if (taken === undefined || context.condition !== undefined) return;
  const { whenTrue, whenFalse } = expr;
  const [now, other] = taken ? [whenTrue, whenFalse] : [whenFalse, whenTrue];
  const value = evaluated(context, now);
  const wanted = value === undefined ? undefined : setAt(value, context.rest, want);
  if (!isKnownEqual(evaluated(context, other), wanted)) return;
  const { interpolation, kind, label, scope } = context;
  // `"a-${"b"}"` is written as one text instead.
  if (interpolation?.part.value === expr && bare(other).kind === 'quoted') return;
  const site = expressionSite(scope.file, expr, kind, label, {
    kind: 'raw',
    text: formText(context, bare(other)),
  });
  yield { ...site, isPlain: true };
}
