import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { valueAtPath } from '../../../../model/path.ts';
import { clearedSites } from '../trace/cleared.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import { assignmentsFor, mentions } from './assign.ts';
import { createAssignmentReading, entryPartFor } from './entry.ts';
import { type BlockTemplate, blockTemplate, collectionContext } from './template.ts';

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

export function comesFromDynamic({ expr }: TraceContext, { dynamic }: BlockOccurrence): boolean {
  return dynamic !== undefined && mentions(expr, dynamic.iterator);
}

/** The dynamic block around, and the entry of its collection in which something is nested. */
interface Outer {
  readonly template: BlockTemplate;
  readonly iterator: string;
  readonly scope: Scope;
  readonly key: string | number;
}

function outerOf({ file, dynamic }: BlockOccurrence): Outer | undefined {
  const template = dynamic && blockTemplate({ file, block: dynamic.block });
  const key = dynamic && valueToJson(dynamic.key);
  if (dynamic === undefined || template === undefined) return undefined;
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  return { template, iterator: dynamic.iterator, scope: dynamic.scope, key };
}

/** For a collection within an entry of another collection: sets the list in that entry. */
export function* outerEntrySites(
  context: TraceContext,
  template: BlockTemplate,
  occurrence: BlockOccurrence,
  want: Json,
): Generator<Site> {
  const outer = outerOf(occurrence);
  if (outer === undefined) return;
  const { evaluation, label } = context;
  const reading = createAssignmentReading({ evaluation, ...outer });
  const entries = collectionContext(evaluation, outer.template, outer.scope, label);
  for (const alternative of assignmentsFor(reading, template.collection.value, want)) {
    const [only, ...more] = alternative;
    if (only?.of !== 'value' || more.length > 0) continue;
    const at = { ...entries, rest: [outer.key, ...only.path] };
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
  occurrence: BlockOccurrence,
  element: Json,
): Generator<Site> {
  const outer = outerOf(occurrence);
  if (outer === undefined || !mentions(content, outer.iterator)) return;
  const { template, scope, key } = outer;
  const part = entryPartFor(evaluation, template, scope, content, element);
  const [only, ...more] = isJsonObject(part) ? Object.entries(part) : [];
  if (only === undefined || more.length > 0) return;
  const [name, value] = only;
  const entries = collectionContext(evaluation, template, scope, label);
  yield* valueSites({ ...entries, rest: [key, name] }, value);
}
