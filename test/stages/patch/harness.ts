import { isDeepStrictEqual } from 'node:util';
import { createAffectedFinder } from '../../../src/code/terraform/config/affected/find.ts';
import type { LoadOptions } from '../../../src/code/terraform/config/configuration.ts';
import { createEvaluation } from '../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../src/code/terraform/config/load.ts';
import { withNewMoves } from '../../../src/code/terraform/moves/values.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import type { SourceTree } from '../../../src/model/source-tree.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { equivalent } from '../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../src/stages/drift/hints.ts';
import { editTree } from '../../../src/stages/patch/apply.ts';
import type { EditSearch, SearchOptions } from '../../../src/stages/patch/search.ts';
import type { Synthesis } from '../../../src/stages/patch/synthesis.ts';
import { synthesize } from '../../../src/stages/patch/synthesize.ts';
import {
  createTerraformCode,
  type TerraformTools,
} from '../../../src/stages/patch/terraform/code-base.ts';
import type { Project } from '../../../src/stages/patch/terraform/types.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';

const schema = loadSchema();
const catalog = createCatalog(awsEntries);
const hint = schemaHints(schema);

export type Tools = TerraformTools & SearchOptions;

/** The search that these tools make up, for Terraform code. */
export function searchBy(tools: Tools): EditSearch<Project> {
  return { ...tools, base: createTerraformCode(tools) };
}

/** A project made of files; `state` has attributes by address. */
export function projectOf(
  files: Readonly<Record<string, string>>,
  state: Readonly<Record<string, JsonObject>> = {},
  options: LoadOptions = {},
): { readonly project: Project; readonly tools: Tools } {
  const load = (tree: SourceTree): Project => {
    const { configuration, problems } = loadConfiguration(tree, options);
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    const values = { get: (address: string) => state[address], keys: () => [] };
    const evaluation = createEvaluation(configuration, withNewMoves(values, configuration));
    return { tree, evaluation };
  };
  const tools: Tools = {
    load,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
    isUnordered: (type, path) => hint(type, path)?.collection === 'set',
    affected: createAffectedFinder(),
    alternatives: 0,
    schema,
    secondOpinion: () => undefined,
    defaultsOf: (type) => catalog.defaultsOf(type),
    write: (_project, _goal, _attribute, value) => ({ kind: 'json', value }),
  };
  return { project: load(new Map(Object.entries(files))), tools };
}

export interface Patched {
  readonly changed: Readonly<Record<string, string>>;
  readonly synthesis: Synthesis<Project>;
}

/** Reaches the goals and returns the files that changed, whole. */
export function patched(
  files: Readonly<Record<string, string>>,
  goals: readonly Goal[],
  state: Readonly<Record<string, JsonObject>> = {},
  options: LoadOptions = {},
): Patched {
  return patchedBy({}, files, goals, state, options);
}

/** The same, with some tools replaced. */
export function patchedBy(
  own: Partial<Tools>,
  files: Readonly<Record<string, string>>,
  goals: readonly Goal[],
  state: Readonly<Record<string, JsonObject>> = {},
  options: LoadOptions = {},
): Patched {
  const { project, tools } = projectOf(files, state, options);
  const synthesis = synthesize(searchBy({ ...tools, ...own }), project, goals);
  const applied = editTree(project.tree, synthesis.files);
  if (!applied.ok || !isDeepStrictEqual(applied.value, synthesis.code.tree)) {
    throw new Error('the edits of the patch do not lead to the patched project');
  }
  const changed = [...synthesis.code.tree].filter(([path, text]) => files[path] !== text);
  return { changed: Object.fromEntries(changed), synthesis };
}

/** The changed lines as a reviewer would see them, marked `-` and `+`. */
export function lineDiff(before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  const gone = old.filter((line) => !now.includes(line)).map((line) => `-${line}`);
  const come = now.filter((line) => !old.includes(line)).map((line) => `+${line}`);
  return [...gone, ...come].join('\n');
}

let serial = 0;

export function valueGoal(
  address: string,
  path: Extract<Goal, { kind: 'value' }>['path'],
  value: Extract<Goal, { kind: 'value' }>['value'],
): Goal {
  serial += 1;
  return { kind: 'value', drift: `d-${serial}`, address, type: typeOf(address), path, value };
}

export function elementGoal(
  address: string,
  path: AttributePath,
  action: 'add' | 'remove',
  element: Extract<Goal, { kind: 'element' }>['element'],
): Goal {
  serial += 1;
  const drift = `d-${serial}`;
  return { kind: 'element', drift, address, type: typeOf(address), path, action, element };
}

export function typeOf(address: string): string {
  return /(?:^|\.)(aws_[a-z0-9_]+)\./.exec(address)?.[1] ?? '';
}
