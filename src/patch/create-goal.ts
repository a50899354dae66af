import type { ProviderSchema } from '../catalog/schema/types.ts';
import { applyEdits, composeEdits } from '../hcl/edit/apply.ts';
import { appendTopLevel } from '../hcl/edit/block.ts';
import type { BlockInput, EditRefusal, HclInput } from '../hcl/edit/types.ts';
import type { BodyItem } from '../hcl/syntax/ast.ts';
import { parseHcl } from '../hcl/syntax/parse.ts';
import type { Json } from '../model/json.ts';
import type { FileEdit, Refusal, TextEdit } from '../model/patch.ts';
import { fail, ok, type Result } from '../model/result.ts';
import { parseAddress } from '../terraform/address.ts';
import type {
  ConfigFile,
  Evaluation,
  Module,
  ResourceInstance,
} from '../terraform/config/types.ts';
import { blockOf } from './block-input.ts';
import type { CreateGoal, Site } from './types.ts';

/** Writes an attribute of a new resource: a reference where the code has one for the value. */
export type WriteAttribute = (goal: CreateGoal, name: string, value: Json) => HclInput;

/**
 * A block for a resource that exists already, behind the one it belongs to, and the `import` block
 * that adopts it. Import blocks are allowed in the root module only.
 */
export function* createGoalSites(
  goal: CreateGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
  write: WriteAttribute,
): Generator<Site> {
  const home = homeOf(goal, evaluation);
  if (home === undefined) return;
  yield {
    kind: 'resource',
    file: home.file,
    offset: home.after?.declaration.block.start ?? home.file.text.length,
    label: goal.address,
    edit: () => createEdits(goal, evaluation, schema, write, home),
  };
}

interface Home {
  readonly module: Module;
  readonly file: ConfigFile;
  readonly after?: ResourceInstance;
}

function homeOf(goal: CreateGoal, evaluation: Evaluation): Home | undefined {
  const { parent } = goal.creation;
  const after = parent === undefined ? undefined : evaluation.instance(parent);
  if (after !== undefined) {
    const { module } = after.scope.instance;
    return { module, file: after.declaration.file, after };
  }
  const { root } = evaluation.configuration;
  const file = fileOfSiblings(root, goal.type) ?? firstFile(root);
  return file === undefined ? undefined : { module: root, file };
}

/** Where most resources of the type live; the first by name when there are several such files. */
function fileOfSiblings(module: Module, type: string): ConfigFile | undefined {
  const counts = new Map<ConfigFile, number>();
  for (const resource of module.resources.values()) {
    if (resource.type !== type) continue;
    counts.set(resource.file, (counts.get(resource.file) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a.path < b.path ? -1 : 1));
  return ranked[0]?.[0];
}

function firstFile(module: Module): ConfigFile | undefined {
  const files = [...module.files.values()].filter(
    (file) => file.role === 'config' && file.format === 'native',
  );
  return (
    files.find((file) => file.path.endsWith('main.tf')) ??
    files.sort((a, b) => (a.path < b.path ? -1 : 1))[0]
  );
}

function createEdits(
  goal: CreateGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
  write: WriteAttribute,
  home: Home,
): Result<readonly FileEdit[], Refusal> {
  if (!home.file.editable || !home.module.editable) return fail(foreign(goal, home.file));
  if (isRepeated(home)) return fail(repeated(goal));
  const address = parseAddress(goal.address);
  if (address === undefined) return fail(foreign(goal, home.file));
  const block = blockOf('resource', goal.creation.attributes, schema.resource(goal.type), {
    labels: [address.type, address.name],
    write: (name, value) => write(goal, name, value),
  });
  const importBlock = {
    type: 'import',
    labels: [],
    attributes: [
      { name: 'to', value: { kind: 'raw', text: goal.address } },
      { name: 'id', value: { kind: 'json', value: goal.creation.importId } },
    ],
    blocks: [],
  } as const;
  const importFile = importHome(evaluation, home);
  if (importFile === undefined) return fail(foreign(goal, home.file));
  const anchor = home.after?.declaration.block;
  const options = anchor === undefined ? {} : { after: anchor };
  const made = appendTopLevel(home.file.hcl, block, options);
  if (!made.ok) return fail(refusalOf(made.refusal));
  if (importFile === home.file) return withImport(home.file, made.edits, importBlock);
  const adopted = appendTopLevel(importFile.hcl, importBlock);
  if (!adopted.ok) return fail(refusalOf(adopted.refusal));
  return ok([
    { path: home.file.path, edits: made.edits },
    { path: importFile.path, edits: adopted.edits },
  ]);
}

/** The import block right behind the new resource, in the same file. */
function withImport(
  file: ConfigFile,
  made: readonly TextEdit[],
  importBlock: BlockInput,
): Result<readonly FileEdit[], Refusal> {
  const text = applyEdits(file.text, made);
  if (!text.ok) return fail({ code: text.error.code, reason: text.error.message });
  const then = parseHcl(text.value);
  const known = new Set(file.hcl.body.items.map((item) => labelsOf(item)));
  const fresh = then.body.items.find((item) => !known.has(labelsOf(item)));
  const adopted = appendTopLevel(then, importBlock, fresh === undefined ? {} : { after: fresh });
  if (!adopted.ok) return fail(refusalOf(adopted.refusal));
  const edits = composeEdits(file.text.length, made, adopted.edits);
  return ok([{ path: file.path, edits }]);
}

function labelsOf(item: BodyItem): string {
  if (item.kind !== 'block') return item.kind;
  return [item.type, ...item.labels.map((label) => label.text)].join('.');
}

function refusalOf(refusal: EditRefusal): Refusal {
  return { code: refusal.code, reason: refusal.message };
}

/** The resource's own file in the root module, else the root file that calls its module. */
function importHome(evaluation: Evaluation, home: Home): ConfigFile | undefined {
  const { root } = evaluation.configuration;
  if (home.module === root) return home.file;
  const [call] = home.module.path;
  return call === undefined ? firstFile(root) : (root.calls.get(call)?.file ?? firstFile(root));
}

/** A module with several instances cannot get a resource for one of them alone. */
function isRepeated(home: Home): boolean {
  for (let at = home.after?.scope.instance; at !== undefined; at = at.caller?.scope.instance) {
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

function foreign(goal: CreateGoal, file: ConfigFile): Refusal {
  return {
    code: 'foreign-module',
    reason: `${goal.address} belongs beside ${file.path}, which Parley may not edit.`,
    suggestion: 'Declare it in the root module by hand, with an import block.',
  };
}
