import type { ForObject } from '../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../model/json.ts';
import { deepest, evaluated, type TraceContext } from './trace/context.ts';
import { mergedMaps } from './trace/entry.ts';
import { followTrace } from './trace/follow.ts';
import { inIteration } from './trace/for.ts';
import { type Addition, additionFor } from './trace/loop.ts';
import { memberSites } from './trace/member.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/** An entry that a map would get from other data. */
interface SourcedEntry {
  readonly key: string;
  /** Places where the data could be added. */
  readonly sites: Iterable<Site>;
}

/**
 * Entries with this value that the loops behind a map would yield if the data that they read had
 * one more element. The loops make the key; `name` is for data that needs one of its own.
 */
export function* sourcedEntries(
  context: TraceContext,
  item: Json,
  name: string,
): Generator<SourcedEntry> {
  const { expr, depth } = context;
  if (depth > deepest) return;
  if (expr.kind === 'for-object') {
    const found = expr.group ? undefined : loopedEntry(context, expr, item, name);
    if (found !== undefined) yield found;
    return;
  }
  const isMerge = expr.kind === 'call' && expr.name === 'merge';
  const next = isMerge ? mergedMaps(context, expr) : [...followTrace(context)];
  const found = next
    .map((each) => [...sourcedEntries(each, item, name)])
    .filter(({ length }) => length > 0);
  // Nothing shows which of the maps that one loop makes is the right one, if several are possible.
  if (!(isMerge && expr.expandLast) || found.length === 1) yield* found.flat();
}

function loopedEntry(
  context: TraceContext,
  loop: ForObject,
  item: Json,
  name: string,
): SourcedEntry | undefined {
  const value = { expr: loop.value, want: item };
  const addition =
    additionFor(context, loop, [value, { expr: loop.key, want: name }], name) ??
    additionFor(context, loop, [value], name);
  if (addition === undefined) return undefined;
  const key = evaluated(inIteration(context, loop, addition.iteration), loop.key);
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  const collection = { ...context, expr: loop.collection };
  return { key: String(key), sites: sitesFor(collection, addition) };
}

function sitesFor(collection: TraceContext, { key, item }: Addition): Iterable<Site> {
  if (key !== undefined) return valueSites({ ...collection, rest: [key] }, item);
  const input = { kind: 'json', value: item } as const;
  return memberSites(collection, { action: 'add', element: item, input });
}
