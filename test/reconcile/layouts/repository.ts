import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAffectedFinder } from '../../../src/code/terraform/config/affected/find.ts';
import { realPath } from '../../../src/code/terraform/project/folder.ts';
import { readProject } from '../../../src/code/terraform/project/read.ts';
import { addVariableFiles } from '../../../src/code/terraform/project/variable-files.ts';
import { openRepository } from '../../../src/code/terraform/repository/open.ts';
import type { NamedStack } from '../../../src/code/terraform/repository/types.ts';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { createElsewhere } from '../../../src/reconcile/managed/elsewhere.ts';
import { loadProject } from '../../../src/reconcile/managed/load-project.ts';
import type { Wishes } from '../../../src/reconcile/patch/wishes.ts';
import { equivalent } from '../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../src/stages/drift/hints.ts';
import type { EditSearch } from '../../../src/stages/patch/search.ts';
import type { Synthesis } from '../../../src/stages/patch/synthesis.ts';
import { synthesize } from '../../../src/stages/patch/synthesize.ts';
import { createTerraformCode } from '../../../src/stages/patch/terraform/code-base.ts';
import type { IsEquivalent } from '../../../src/stages/patch/terraform/goal.ts';
import type { RadiusComparison } from '../../../src/stages/patch/terraform/radius.ts';
import type { Project } from '../../../src/stages/patch/terraform/types.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';

export type Files = Readonly<Record<string, string>>;

const schema = loadSchema();
const catalog = createCatalog(awsEntries);
const hint = schemaHints(schema);

/** Which root module is patched, and its surroundings. */
export interface Place {
  /** Folder of the root module in the repository. */
  readonly root: string;
  readonly varFiles?: readonly string[];
  readonly workspace?: string;
  /** Symbolic links: path -> target. */
  readonly links?: Files;
  readonly named?: readonly NamedStack[];
  /** What other stacks want of the code. */
  readonly wishes?: readonly Wishes[];
}

/** Creates a repository on disk until the test ends; returns its path with links resolved. */
export function repositoryIn(files: Files, links: Files = {}): string {
  const top = mkdtempSync(join(tmpdir(), 'parley-layout-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    symlinkSync(target, join(top, path));
  }
  return realPath(top) ?? top;
}

export interface Patched {
  /** Whole text of each file that the patch changes, by its path in the repository. */
  readonly changed: Files;
  readonly synthesis: Synthesis<Project>;
}

const noState = {
  format: 'v4' as const,
  serial: 0,
  lineage: '',
  terraformVersion: '',
  resources: [],
};

/** Reaches the goals in one root of a repository, taking all other roots into account. */
export async function patchedIn(
  files: Files,
  { root, varFiles: given = [], workspace = 'default', links = {}, named = [], wishes = [] }: Place,
  goals: readonly Goal[],
): Promise<Patched> {
  const top = repositoryIn(files, links);
  const folder = realPath(join(top, root)) ?? top;
  const read = await readProject(folder, { top });
  if (!read.ok) throw new Error(read.error.message);
  const project = await addVariableFiles(folder, read.value, given);
  if (!project.ok) throw new Error(project.error.message);
  const { tree, varFiles } = project.value;
  const own = { folder: relative(top, folder).split(sep).join('/'), varFiles, workspace };
  const repository = openRepository({ top, own, tree, named, settingsOf: () => undefined });
  const options = {
    varFiles,
    workspace,
    links: project.value.links,
    within: relative(folder, top).split(sep).join('/'),
  };
  const loaded = loadProject(tree, options, createStateIndex(noState, schema));
  if (loaded.problems.length > 0) throw new Error(JSON.stringify(loaded.problems));
  const affected = createAffectedFinder();
  const comparison: RadiusComparison = {
    isUnordered: (type, path) => hint(type, path)?.collection === 'set',
    affected,
    schema,
  };
  const same: IsEquivalent = (type, path, a, b) => equivalent(a, b, hint(type, path));
  const base = createTerraformCode({
    ...comparison,
    affected,
    load: loaded.load,
    same,
    secondOpinion: () => undefined,
    defaultsOf: (type) => catalog.defaultsOf(type),
    write: (_project, _goal, _attribute, value) => ({ kind: 'json', value }),
  });
  const search: EditSearch<Project> = {
    base,
    elsewhere: createElsewhere(repository, tree, comparison, { wishes, same }),
    wantedElsewhere: wishes.flatMap(({ goals: wanted }) => wanted),
    alternatives: 0,
  };
  const synthesis = synthesize(search, loaded.project, goals);
  const changed = [...synthesis.code.tree]
    .filter(([path, text]) => tree.get(path) !== text)
    .map(([path, text]) => [posix.normalize(posix.join(own.folder, path)), text] as const);
  return { changed: Object.fromEntries(changed), synthesis };
}
