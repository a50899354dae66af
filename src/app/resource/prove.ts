import { posix } from 'node:path';
import { createAffectedFinder } from '../../code/terraform/config/affected/find.ts';
import { readProject } from '../../code/terraform/project/read.ts';
import { createStateIndex } from '../../code/terraform/state/index.ts';
import { formatProblem, ok, type Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import { type Loaded, loadProject } from '../../reconcile/managed/load-project.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { blastRadius, type RadiusComparison } from '../../stages/patch/terraform/radius.ts';
import { createSecondOpinion } from '../run/second-opinion.ts';
import type { RefusedSync, SyncedFile, SyncPlan } from './sync.ts';
import { rootBlockOf, rootBlocksIn } from './top-block.ts';

/**
 * Leaves out of a plan what cannot be proved correct. Each file has to parse, with a second parser
 * as well; and its module may have no new problem, and may change only in what the file declares.
 */
export async function proveSync(root: string, plan: SyncPlan): Promise<Result<SyncPlan>> {
  const folders = new Map<string, SyncedFile[]>();
  for (const file of plan.files) {
    if (!file.path.endsWith('.tf')) continue;
    for (const folder of new Set([file.path, file.from?.path ?? file.path].map(posix.dirname))) {
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
  }
  if (folders.size === 0) return ok(plan);
  const tree = await readProject(root, { needsCode: false, isClosed: true });
  if (!tree.ok) return tree;
  const wrong = new Map<string, string>();
  for (const [folder, files] of folders) {
    const found = objections(tree.value.tree, folder, files);
    for (const [path, because] of found) wrong.set(path, because);
  }
  const refused = plan.files.flatMap(({ name, path }): readonly RefusedSync[] => {
    const because = wrong.get(path);
    return because === undefined ? [] : [{ name, path, conflicts: [], because }];
  });
  const files = plan.files.filter(({ path }) => !wrong.has(path));
  return ok({ ...plan, files, refused: [...plan.refused, ...refused] });
}

/**
 * Why files of one folder are not written, by path. Each file is judged alone, so that a wrong one
 * does not hold back the others.
 */
function objections(
  tree: SourceTree,
  folder: string,
  files: readonly SyncedFile[],
): ReadonlyMap<string, string> {
  const schema = loadSchema();
  const hint = schemaHints(schema);
  const load = (files: SourceTree): Loaded =>
    loadProject(files, { root: folder }, createStateIndex(noState, schema), { assumes: true });
  const before = load(tree);
  const known = new Set(before.problems.map(({ code, message }) => `${code} ${message}`));
  const comparison: RadiusComparison = {
    isUnordered: (type, path) => hint(type, path)?.collection === 'set',
    affected: createAffectedFinder(),
    schema,
  };
  const opinion = createSecondOpinion();
  const objection = ({ path, before: there, from, after: text }: SyncedFile) => {
    const old = from?.before ?? there;
    if (text !== undefined && opinion(text) === false) {
      return 'hcl2-parser does not accept it as Terraform.';
    }
    const next = new Map(tree);
    if (from !== undefined) next.delete(from.path);
    if (text === undefined) next.delete(path);
    else next.set(path, text);
    const after = load(next);
    const problem = after.problems.find(
      // A module that `terraform init` has yet to fetch is not a problem.
      ({ code, message, hint }) =>
        !known.has(`${code} ${message}`) && !(code === 'module-not-found' && hint !== undefined),
    );
    if (problem !== undefined) return formatProblem(problem);
    const own = new Set([...rootBlocksIn(old ?? ''), ...rootBlocksIn(text ?? '')]);
    const stray = blastRadius(before.project.evaluation, after.project.evaluation, comparison).find(
      ({ address }) => !own.has(rootBlockOf(address) ?? ''),
    );
    return stray && `It would change ${stray.address}, which is declared elsewhere.`;
  };
  return new Map(
    files.flatMap((file): [string, string][] => {
      const because = objection(file);
      return because === undefined ? [] : [[file.path, because]];
    }),
  );
}

const noState = {
  format: 'v4',
  serial: 0,
  lineage: '',
  terraformVersion: '',
  resources: [],
} as const;
