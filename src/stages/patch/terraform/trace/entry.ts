import { listRemove } from '../../../../code/hcl/edit/list.ts';
import { mapRemoveItem } from '../../../../code/hcl/edit/map.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call, ForObject } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { evaluated, hasKey, type TraceContext } from './context.ts';
import { decodedEntrySites, isDecoding } from './decoded.ts';
import { entryKey, entryLabel, followTrace } from './follow.ts';
import { iterationsWith } from './for.ts';
import { memberSites } from './member.ts';
import { literalMembership } from './member-search.ts';

/** The literal entry with this key, to be removed, wherever the collection is written. */
export function* entrySites(context: TraceContext, key: string | number): Generator<Site> {
  const { expr, scope, label, kind } = context;
  const { file } = scope;
  if (expr.kind === 'tuple' && typeof key === 'number') {
    const item = expr.items[key];
    if (item === undefined) return;
    yield siteIn(file, item.start, kind, `${label}[${key}]`, () => listRemove(file.hcl, expr, key));
    return;
  }
  if (expr.kind === 'object' && typeof key === 'string') {
    const item = expr.items.find((each) => entryKey(context, each) === key);
    if (item === undefined) return;
    yield siteIn(file, item.start, kind, entryLabel(context, key), () =>
      mapRemoveItem(file.hcl, expr, item),
    );
    return;
  }
  if (expr.kind === 'for-object' && typeof key === 'string') {
    yield* sourceSites(context, expr, key);
    return;
  }
  if (isDecoding(expr)) {
    yield* decodedEntrySites(followTrace, context, key);
    return;
  }
  if (expr.kind === 'call' && expr.name === 'merge') {
    for (const operand of mergedMaps(context, expr)) {
      if (hasKey(operand, operand.expr, key)) yield* entrySites(operand, key);
    }
    return;
  }
  for (const next of followTrace(context)) yield* entrySites(next, key);
}

/** The operands of `merge`: its arguments, or the elements of the list that `...` expands. */
export function mergedMaps(context: TraceContext, call: Call): readonly TraceContext[] {
  const [only] = call.args;
  if (!call.expandLast) return call.args.map((expr) => ({ ...context, expr }));
  if (only === undefined || call.args.length > 1) return [];
  const value = evaluated(context, only);
  const size = isJsonArray(value) ? value.length : 0;
  return Array.from({ length: size }, (_, index) => ({ ...context, expr: only, rest: [index] }))
    .flatMap((element) => [...followTrace(element)])
    .filter((element) => element.rest.length === 0);
}

/** Removes a generated entry by removing the element from which it is generated. */
function* sourceSites(context: TraceContext, expr: ForObject, key: string): Generator<Site> {
  const [iteration] = iterationsWith(context, expr, key);
  const element = iteration === undefined ? undefined : valueToJson(iteration.value);
  const at = iteration === undefined ? undefined : valueToJson(iteration.key);
  if (element === undefined) return;
  const collection = { ...context, expr: expr.collection };
  if (typeof at === 'string' && !isJsonArray(evaluated(collection))) {
    yield* entrySites(collection, at);
  } else {
    yield* memberSites(collection, literalMembership('remove', element));
  }
}
