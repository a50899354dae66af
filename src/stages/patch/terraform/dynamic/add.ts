import type { ForObject, ForTuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { followTrace } from '../trace/follow.ts';
import { memberSites } from '../trace/member.ts';
import { literalMembership } from '../trace/member-search.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import type { DynamicEntry } from './compose.ts';

/**
 * Adds the entry wherever the collection is written: a member to a list, an entry with the key to a
 * map.
 */
export function* addEntrySites(context: TraceContext, entry: DynamicEntry): Generator<Site> {
  const { expr } = context;
  switch (expr.kind) {
    case 'for-object':
    case 'for-tuple':
      yield* sourceSites(context, expr, entry);
      if (expr.kind === 'for-tuple')
        yield* memberSites(context, literalMembership('add', entry.value));
      return;
    case 'call':
      if (expr.name === 'values' && expr.args[0] !== undefined) {
        yield* addEntrySites({ ...context, expr: expr.args[0] }, entry);
        return;
      }
  }
  const now = evaluated(context);
  if (isJsonObject(now)) {
    if (entry.key === undefined) return;
    yield* valueSites({ ...context, rest: [...context.rest, entry.key] }, entry.value);
    if (expr.kind === 'object') return;
  } else if (isJsonArray(now)) {
    yield* memberSites(context, literalMembership('add', entry.value));
    yield* unsetSites(context, [...now, entry.value]);
    if (expr.kind === 'tuple') return;
  }
  for (const next of followTrace(context)) yield* addEntrySites(next, entry);
}

/** For a module input that the call omits: sets it to the list. */
function* unsetSites(context: TraceContext, want: Json): Generator<Site> {
  const definition = context.evaluation.define(context.scope, context.expr);
  if (definition?.kind !== 'variable' || definition.caller === undefined) return;
  for (const site of valueSites(context, want)) {
    if (site.kind === 'module argument') yield site;
  }
}

/** A collection that is generated from another one, entry by entry. */
function* sourceSites(
  context: TraceContext,
  expr: ForObject | ForTuple,
  entry: DynamicEntry,
): Generator<Site> {
  const isLoopValue = expr.value.kind === 'variable' && expr.value.name === expr.valueName;
  if (!isLoopValue) return;
  const source = { ...context, expr: expr.collection };
  if (expr.kind === 'for-tuple') {
    yield* addEntrySites(source, entry);
    return;
  }
  const { key } = expr;
  if (key.kind === 'variable' && key.name === expr.keyName) {
    yield* addEntrySites(source, entry);
  } else if (
    key.kind === 'get' &&
    key.of.kind === 'variable' &&
    key.of.name === expr.valueName &&
    isJsonObject(entry.value)
  ) {
    const named = entry.key === undefined ? {} : { [key.name]: entry.key };
    yield* addEntrySites(source, { key: entry.key, value: { ...named, ...entry.value } });
  }
}
