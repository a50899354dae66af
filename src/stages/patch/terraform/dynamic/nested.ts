import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { valueAtPath } from '../../../../model/path.ts';
import { clearedSites } from '../trace/cleared.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { assignmentsFor, mentions } from './assign.ts';
import { entryPartFor, readingOf } from './entry.ts';
import { type BlockTemplate, collectionContext, templateOf } from './template.ts';

/** Leaves out what would change the content that all entries share. */
export function* outsideOf(
  { file, content }: BlockOccurrence,
  sites: Iterable<Site>,
): Generator<Site> {
  for (const site of sites) {
    const isWithin = site.offset >= content.start && site.offset < content.end;
    if (site.file !== file || !isWithin) yield site;
  }
}

export function isMadeOf({ expr }: TraceContext, { dynamic }: BlockOccurrence): boolean {
  return dynamic !== undefined && mentions(expr, dynamic.iterator);
}

/** For a collection within an entry of another collection: sets the list in that entry. */
export function* outerEntrySites(
  context: TraceContext,
  template: BlockTemplate,
  { file, dynamic }: BlockOccurrence,
  want: Json,
): Generator<Site> {
  const outer = dynamic && templateOf({ file, block: dynamic.block });
  const key = dynamic && valueToJson(dynamic.key);
  if (dynamic === undefined || outer === undefined) return;
  if (typeof key !== 'string' && typeof key !== 'number') return;
  const { evaluation, label } = context;
  const reading = readingOf({ evaluation, template: outer, scope: dynamic.scope });
  const entries = collectionContext(evaluation, outer, dynamic.scope, label);
  for (const alternative of assignmentsFor(reading, template.collection.value, want)) {
    const [only, ...more] = alternative;
    if (only?.of !== 'value' || more.length > 0) continue;
    const at = { ...entries, rest: [key, ...only.path] };
    // `x[*]` reads a list as well as a single value; the data keeps the form that it has.
    const held = valueAtPath(evaluated(entries), at.rest) ?? null;
    if (held !== null && isJsonArray(held) !== isJsonArray(only.value)) continue;
    if (only.value === null) yield* clearedSites(valueSites, at);
    else yield* valueSites(at, only.value);
  }
}

/**
 * For a block whose content reads the entry around it, not its own collection:
 * `for_each = rule.value.days == null ? [] : [1]` with `days = rule.value.days`.
 */
export function* outerContentSites(
  { evaluation, label }: TraceContext,
  { content }: BlockTemplate,
  { file, dynamic }: BlockOccurrence,
  element: Json,
): Generator<Site> {
  const outer = dynamic && templateOf({ file, block: dynamic.block });
  const key = dynamic && valueToJson(dynamic.key);
  if (dynamic === undefined || outer === undefined) return;
  if (typeof key !== 'string' && typeof key !== 'number') return;
  if (!mentions(content, dynamic.iterator)) return;
  const part = entryPartFor(evaluation, outer, dynamic.scope, content, element);
  const [only, ...more] = isJsonObject(part) ? Object.entries(part) : [];
  if (only === undefined || more.length > 0) return;
  const [name, value] = only;
  const entries = collectionContext(evaluation, outer, dynamic.scope, label);
  yield* valueSites({ ...entries, rest: [key, name] }, value);
}
