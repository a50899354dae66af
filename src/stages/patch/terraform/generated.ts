import { appendTopLevel } from '../../../code/hcl/edit/block.ts';
import type { ForObject } from '../../../code/hcl/syntax/ast.ts';
import { formatResourceAddress, parseAddress } from '../../../code/terraform/address.ts';
import type { ResourceDefinition } from '../../../code/terraform/config/blocks.ts';
import type { ModuleInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { CreateGoal, Goal } from '../types.ts';
import { loopsBehind } from './delete-entry.ts';
import { switchedSites } from './delete-switch.ts';
import { type GeneratedEntry, generatedEntriesFor } from './generated-entry.ts';
import { importBlock, importHome } from './import-block.ts';
import { thenEdit } from './then-edit.ts';
import { deepest, evaluated, type TraceContext, valueIn } from './trace/context.ts';
import { mergedMaps } from './trace/entry.ts';
import { followTrace } from './trace/follow.ts';
import { forEntries, inIteration } from './trace/for.ts';
import { type Addition, additionFor } from './trace/loop.ts';
import { memberSites } from './trace/member.ts';
import { literalMembership } from './trace/member-search.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/** A resource as another instance of an existing block: the goal, and the sites that reach it. */
export interface Generated {
  readonly goal: CreateGoal;
  readonly sites: Iterable<Site>;
}

/**
 * Blocks with `for_each` that could yield the new resource if their collection had another entry.
 * Whether the instance then declares exactly the live values is checked against the goal later.
 */
export function* generatedBy(
  goal: Goal,
  evaluation: Evaluation,
  defaults: JsonObject,
): Generator<Generated> {
  // Values that the log masks cannot be compared.
  if (goal.kind !== 'create' || goal.creation.withheld !== undefined) return;
  const home = homeOf(goal, evaluation);
  if (home === undefined) return;
  for (const declaration of home.module.resources.values()) {
    if (declaration.type !== goal.type || declaration.forEach === undefined) continue;
    const entries = generatedEntriesFor(goal, evaluation, declaration, home);
    for (const { key, sites } of instancesFrom(declaration, entries)) {
      const parsed = parseAddress(`${home.address === '' ? '' : `${home.address}.`}a.b`);
      const { type, name } = declaration;
      const modules = parsed?.modules ?? [];
      const address = formatResourceAddress({ modules, mode: 'managed', type, name, key });
      if (evaluation.instance(address) !== undefined) continue;
      yield {
        goal: { ...goal, address, generated: true, defaults },
        sites: withImports(goal, evaluation, declaration, sites, address),
      };
    }
  }
}

/** A new instance, and the places where its entry, or the data behind it, could be added. */
interface NewInstance {
  readonly key: string;
  readonly sites: Iterable<Site>;
}

/** First with the key that the block or a person gives it, then with those that loops make. */
function* instancesFrom(
  declaration: ResourceDefinition,
  entries: readonly GeneratedEntry[],
): Generator<NewInstance> {
  const [first] = entries;
  if (first === undefined) return;
  yield { key: first.key, sites: allAdditions(declaration, entries) };
  for (const { key, item, collection } of entries) {
    if (item !== undefined) yield* sourcedEntries(collection, item, key);
  }
}

function* allAdditions(
  declaration: ResourceDefinition,
  entries: readonly GeneratedEntry[],
): Generator<Site> {
  for (const entry of entries) yield* additionSites(declaration, entry);
}

/** The module instance of the parent resource, or the root module if there is none. */
function homeOf({ creation }: CreateGoal, evaluation: Evaluation): ModuleInstance | undefined {
  const parent = creation.parent === undefined ? undefined : evaluation.instance(creation.parent);
  if (parent !== undefined) return parent.scope.instance;
  return evaluation.moduleInstances(evaluation.configuration.root)[0];
}

function* withImports(
  goal: CreateGoal,
  evaluation: Evaluation,
  declaration: ResourceDefinition,
  sites: Iterable<Site>,
  address: string,
): Generator<Site> {
  const home = importHome(evaluation, declaration);
  if (home === undefined) return;
  for (const site of sites) {
    yield { ...site, edit: () => withImport(goal, evaluation, site, home, address) };
  }
}

function withImport(
  { creation }: CreateGoal,
  { configuration }: Evaluation,
  site: Site,
  home: { readonly file: SourceFile; readonly start: number },
  address: string,
): Result<readonly FileEdit[], Refusal> {
  const made = site.edit();
  if (!made.ok) return made;
  const index = home.file.hcl.body.items.findIndex((item) => item.start === home.start);
  return thenEdit(configuration.tree, made.value, home.file.path, (file) => {
    const after = file.body.items[index];
    const block = importBlock(address, creation.importId);
    return appendTopLevel(file, block, after === undefined ? {} : { after });
  });
}

/** Places where the entry could be added to the collection. */
function* additionSites(
  { name, type }: ResourceDefinition,
  entry: GeneratedEntry,
): Generator<Site> {
  const { key, item } = entry;
  const context: TraceContext = {
    ...entry.collection,
    kind: 'for_each entry',
    label: `for_each of ${type}.${name}`,
  };
  for (const loop of loopsBehind(context)) {
    const { condition } = loop.expr;
    if (condition === undefined) continue;
    for (const iteration of forEntries(valueIn(loop.context, loop.expr.collection))) {
      const inside = inIteration(loop.context, loop.expr, iteration);
      if (evaluated(inside, loop.expr.key) !== key) continue;
      yield* switchedSites({ ...inside, expr: condition }, true);
    }
  }
  if (item === undefined) {
    yield* memberSites(context, literalMembership('add', key));
  } else {
    yield* valueSites({ ...context, rest: [key] }, item);
  }
}

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
function* sourcedEntries(context: TraceContext, item: Json, name: string): Generator<SourcedEntry> {
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
  return memberSites(collection, literalMembership('add', item));
}
