import { appendTopLevel } from '../../../code/hcl/edit/block.ts';
import type { EditRefusal, HclInput } from '../../../code/hcl/edit/types.ts';
import type { BodyItem } from '../../../code/hcl/syntax/ast.ts';
import { parseAddress } from '../../../code/terraform/address.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { ModuleInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../model/json.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import { fail, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import { isNeededSecret } from '../../../providers/traits/secret-values.ts';
import type { CreateGoal } from '../types.ts';
import { createBlockInput } from './block-input.ts';
import { type Home, homeFor } from './create-home.ts';
import { takesDefaultTags } from './default-tags.ts';
import { importBlock } from './import-block.ts';
import { knownTags } from './live.ts';
import { thenEdit } from './then-edit.ts';
import type { Site } from './types.ts';

/** Writes an attribute of a new resource, as a reference if the code has one for the value. */
export type WriteAttribute = (name: string, value: Json) => HclInput;

interface Making {
  readonly goal: CreateGoal;
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  readonly write: WriteAttribute;
  /** The values of absent attributes, which are not written out. */
  readonly defaults: JsonObject;
}

/**
 * A block for a resource that already exists, after its parent or siblings, plus the `import` block
 * that adopts it. Import blocks are allowed in the root module only.
 */
export function* createGoalSites(making: Making): Generator<Site> {
  const home = homeFor(making.goal, making.evaluation);
  if (home === undefined) return;
  yield {
    kind: 'resource',
    file: home.file,
    offset: home.after?.start ?? home.file.text.length,
    label: making.goal.address,
    edit: () => createEdits(making, home),
  };
}

function createEdits(making: Making, home: Home): Result<readonly FileEdit[], Refusal> {
  const { goal, evaluation } = making;
  if (!home.file.editable || !home.module.editable) return fail(foreign(goal, home.file));
  if (isRepeated(home.instance)) return fail(repeated(goal));
  const tags = tagsToCome(making, home);
  if (tags.length > 0) return fail(wouldBeTagged(goal, tags));
  const unlogged = unloggedArguments(making);
  if (unlogged.length > 0) return fail(masked(goal, unlogged));
  const address = parseAddress(goal.address);
  const importFile = importFileFor(evaluation, home);
  if (address === undefined || importFile === undefined) return fail(foreign(goal, home.file));
  const written = inSiblingOrder(home.module, goal.type, withoutDefaults(making, home));
  const block = createBlockInput('resource', written, making.schema.resource(goal.type), {
    labels: [address.type, address.name],
    write: making.write,
  });
  const made = appendTopLevel(home.file.hcl, block, home.after && { after: home.after });
  if (!made.ok) return fail(refusalOf(made.refusal));
  const { tree } = evaluation.configuration;
  const files = [{ path: home.file.path, edits: made.edits }];
  const same = importFile === home.file;
  const known = new Set(home.file.hcl.body.items.map(labelsOf));
  return thenEdit(tree, files, importFile.path, (file) => {
    const fresh = file.body.items.find((item) => same && !known.has(labelsOf(item)));
    const adopted = importBlock(goal.address, goal.creation.importId);
    return appendTopLevel(file, adopted, fresh === undefined ? {} : { after: fresh });
  });
}

/** Arguments that the block would lack because the log does not contain them. */
function unloggedArguments({ goal, schema }: Making): readonly string[] {
  const { withheld = [], attributes } = goal.creation;
  const all = [...(schema.resource(goal.type)?.attributes ?? [])];
  const required = all.filter(([, { required }]) => required).map(([name]) => name);
  return [
    ...required.filter((name) => !Object.hasOwn(attributes, name)),
    ...withheld.filter((name) => isNeededSecret(goal.type, name)),
  ].sort();
}

function masked(goal: CreateGoal, unlogged: readonly string[]): Refusal {
  return {
    code: 'value-not-in-log',
    reason: `${goal.address} cannot be declared, since the log does not give ${unlogged.join(' and ')}.`,
    suggestion: `Declare it by hand, and import it as ${JSON.stringify(goal.creation.importId)}.`,
  };
}

function withoutDefaults(making: Making, home: Home): JsonObject {
  const { goal, defaults } = making;
  const added = tagsOfProvider(making, home);
  const entries = Object.entries(goal.creation.attributes).flatMap(([name, value]) => {
    const defaultValue = own(defaults, name);
    if (defaultValue !== undefined && canonicalJson(defaultValue) === canonicalJson(value))
      return [];
    const left = name === 'tags' && isJsonObject(value) ? without(value, added) : value;
    return [[name, left] as const];
  });
  return Object.fromEntries(entries);
}

/** A new block uses the provider after which its type is named. */
function tagsOfProvider({ goal, evaluation }: Making, home: Home): JsonObject {
  const [provider = ''] = goal.type.split('_');
  return home.instance === undefined
    ? {}
    : knownTags(evaluation.providerTags(home.instance, provider));
}

/** Tags that the provider would add to the adopted resource, which would change it. */
function tagsToCome(making: Making, home: Home): readonly string[] {
  const { goal, schema } = making;
  if (!takesDefaultTags(schema, goal.type)) return [];
  const { tags } = goal.creation.attributes;
  const live = isJsonObject(tags) ? tags : {};
  return Object.entries(tagsOfProvider(making, home))
    .filter(([key, value]) => !Object.hasOwn(live, key) || live[key] !== value)
    .map(([key]) => key)
    .sort();
}

function wouldBeTagged(goal: CreateGoal, tags: readonly string[]): Refusal {
  const names = tags.map((tag) => displayText(tag, 60)).join(' and ');
  return {
    code: 'would-be-tagged',
    reason: `Terraform would put the provider's tags (${names}) on ${goal.address}, which is more than taking it over.`,
    suggestion: `Tag it so, or declare it by hand and import it as ${JSON.stringify(goal.creation.importId)}.`,
  };
}

/** The tags that do not come from the provider. */
function without(tags: JsonObject, added: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(tags).filter(
      ([key, value]) => !Object.hasOwn(added, key) || added[key] !== value,
    ),
  );
}

function labelsOf(item: BodyItem): string {
  if (item.kind !== 'block') return item.kind;
  return [item.type, ...item.labels.map((label) => label.text)].join('.');
}

function refusalOf(refusal: EditRefusal): Refusal {
  return { code: refusal.code, reason: refusal.message };
}

/**
 * The resource's own file if it is in the root module, otherwise the root file that calls its
 * module.
 */
function importFileFor(evaluation: Evaluation, home: Home): SourceFile | undefined {
  const { root } = evaluation.configuration;
  if (home.module === root) return home.file;
  const [call] = home.module.path;
  return call === undefined ? undefined : root.calls.get(call)?.file;
}

/** A module with several instances cannot get a resource in only one of them. */
function isRepeated(instance: ModuleInstance | undefined): boolean {
  for (let at = instance; at !== undefined; at = at.caller?.scope.instance) {
    if (at.caller?.key !== undefined) return true;
  }
  return false;
}

function repeated(goal: CreateGoal): Refusal {
  return {
    code: 'module-has-instances',
    reason: `${goal.address} would have to be written in a module that has several instances, and so would be created in all of them.`,
    suggestion: 'Add it to the module behind a variable, by hand.',
  };
}

function foreign(goal: CreateGoal, file: SourceFile): Refusal {
  return {
    code: 'foreign-module',
    reason: `${goal.address} belongs beside ${file.path}, which Parley may not edit.`,
    suggestion: 'Declare it in the root module by hand, with an import block.',
  };
}

/**
 * Attributes in the order in which the block that is most like the new one has them; those that it
 * lacks come last, as they are.
 */
function inSiblingOrder(module: Module, type: string, attributes: JsonObject): JsonObject {
  const names = Object.keys(attributes);
  const orders = [...module.resources.values()]
    .filter((declaration) => declaration.type === type)
    .map(({ block }) =>
      block.body.items.flatMap((item) => (item.kind === 'attribute' ? [item.name] : [])),
    )
    .map((order) => order.filter((name) => names.includes(name)));
  const [best = []] = orders.toSorted((a, b) => b.length - a.length);
  const rest = names.filter((name) => !best.includes(name));
  return Object.fromEntries([...best, ...rest].map((name) => [name, attributes[name] ?? null]));
}
