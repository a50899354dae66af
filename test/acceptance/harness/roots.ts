import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Case } from './case.ts';
import { type ParleyRun, reconcile } from './parley.ts';
import type { Project } from './project.ts';
import { inputsOf, type ProjectStack, stackData, stacksOf, stateFile } from './stacks.ts';
import { terraformAt } from './terraform.ts';
import { diffTrees, readTree, type TreeDiff } from './tree.ts';
import { type Performed, perform, type Workshop } from './workshop.ts';

/** A case of one root among several that share code. */
export interface RootCase extends Pick<Case, 'name' | 'by' | 'act'> {
  /** Files that change, as paths in the repository. */
  readonly in: readonly string[];
  /** Texts of added lines, blanks aside. */
  readonly writes: readonly string[];
}

interface Finished {
  readonly performed: readonly Performed[];
  readonly parley: ParleyRun;
  readonly diff: TreeDiff;
  /** What `terraform plan` says in each root, by its title. */
  readonly plans: ReadonlyMap<string, string>;
}

/**
 * Declares the cases as tests: what happens in the cloud of one root, `--verify plan` in a
 * repository with others, and a plan of each root afterwards.
 */
export function runRootCases(
  project: Project,
  acted: ProjectStack,
  cases: readonly RootCase[],
  roots: readonly string[],
): void {
  project.describe(`${project.name}: drift in ${titleOf(acted)}`, () => {
    let finished: Finished | undefined;

    beforeAll(async () => {
      finished = await runRoots(project, acted, cases);
    }, 900_000);

    // Without Parley, the cases must leave something to do.
    if (project.idle) {
      it('stirs its root', () => {
        expect(finished?.plans.get(titleOf(acted))).not.toContain('No changes.');
      });
      return;
    }

    it.each(cases)('$name', (one) => {
      const { performed = [], diff, parley } = finished ?? {};
      const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
      const added = diff?.added.map(squeeze) ?? [];

      expect(performed[cases.indexOf(one)]?.error).toBeUndefined();
      expect(parley?.code, `${parley?.stderr}${parley?.stdout}`).toBe(0);
      expect(
        one.in.filter((file) => !diff?.files.includes(file)),
        parley?.stdout,
      ).toEqual([]);
      expect(
        one.writes.filter((text) => !added.some((line) => line.includes(squeeze(text)))),
        diff?.text,
      ).toEqual([]);
    });

    it('changes no other file', () => {
      const allowed = new Set(cases.flatMap((one) => one.in));

      expect(finished?.diff.files.filter((file) => !allowed.has(file))).toEqual([]);
    });

    it.each(roots)('leaves nothing to do in %s', (root) => {
      expect(finished?.plans.get(root)).toContain('No changes.');
    });
  });
}

function titleOf({ root, workspace }: ProjectStack): string {
  return workspace === undefined ? root : `${root} (${workspace})`;
}

async function runRoots(
  project: Project,
  acted: ProjectStack,
  cases: readonly RootCase[],
): Promise<Finished> {
  const entry = project.idle ? '' : await project.cli();
  const prepared = await project.ready();
  const fork = await project.fork();
  const folder = mkdtempSync(join(tmpdir(), 'parley-roots-'));
  const repository = join(folder, 'repository');
  cpSync(prepared.dir, repository, { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(repository, '.git'));
  const events = join(folder, 'events');
  mkdirSync(events);
  const before = readTree(repository);
  const workshop: Workshop = {
    prepared,
    fork,
    folder,
    dir: join(repository, acted.root),
    state: stateFile(repository, acted),
    events,
    before,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
  try {
    const performed: Performed[] = [];
    for (const [position, one] of cases.entries()) {
      const expect = { kind: 'untouched', trace: [] } as const;
      performed.push(await perform(workshop, { ...one, expect }, position));
    }
    const inputs = [
      ...(acted.varFile === undefined ? [] : ['--var-file', acted.varFile]),
      ...(acted.workspace === undefined ? [] : ['--workspace', acted.workspace]),
    ];
    const args = ['--verify', 'plan', ...inputs];
    const parley = project.idle
      ? { code: 0, stdout: '', stderr: '', trace: [] }
      : await reconcile(entry, workshop, { args }, project);
    const diff = diffTrees(before, readTree(repository));
    return { performed, parley, diff, plans: await planAll(project, workshop, repository) };
  } finally {
    await project.stop(fork);
    workshop.close();
  }
}

async function planAll(
  project: Project,
  { prepared, fork: { endpoint } }: Workshop,
  repository: string,
): Promise<ReadonlyMap<string, string>> {
  const plans = new Map<string, string>();
  const { dataDir, cliConfig, tools } = prepared;
  for (const [index, stack] of stacksOf(repository).entries()) {
    const dir = join(repository, stack.root);
    const text = await project.attached({ endpoint, dir, types }, async (reattach) => {
      const own = stackData(dataDir, index);
      const terraform = terraformAt(tools, { dir, dataDir: own, cliConfig, endpoint, reattach });
      const args = ['plan', '-input=false', '-no-color', '-lock=false', ...inputsOf(stack)];
      const { stdout, stderr } = await terraform.run(args);
      return `${stdout}${stderr}`;
    });
    plans.set(titleOf(stack), text);
  }
  return plans;
}

/** Of the modules, which lie outside of the roots. */
const types = ['aws_cloudwatch_log_group', 'aws_cloudwatch_metric_alarm', 'aws_ssm_parameter'];
