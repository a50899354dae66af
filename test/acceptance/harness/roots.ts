import { beforeAll, expect, it } from 'vitest';
import type { Case } from './case.ts';
import { type ParleyRun, reconcile } from './parley.ts';
import type { Project } from './project.ts';
import { openRepository, planStacks } from './repository.ts';
import { type ProjectStack, stackArgs, stacksOf, titleOfStack } from './stacks.ts';
import { diffTrees, readTree, type TreeDiff } from './tree.ts';
import { type Performed, perform } from './workshop.ts';

/** A case about one root among several that share code. */
export interface RootCase extends Pick<Case, 'name' | 'by' | 'act'> {
  /** Files that change, as paths in the repository. */
  readonly in: readonly string[];
  /** Texts that added lines must contain, whitespace aside. */
  readonly writes: readonly string[];
}

interface Finished {
  readonly performed: readonly Performed[];
  readonly parley: ParleyRun;
  readonly diff: TreeDiff;
  /** The output of `terraform plan` in each root, by its title. */
  readonly plans: ReadonlyMap<string, string>;
}

/**
 * Declares the cases as tests: changes in the cloud of one root, then `--verify plan` in a
 * repository with other roots, then a plan of each root.
 */
export function runRootCases(
  project: Project,
  acted: ProjectStack,
  cases: readonly RootCase[],
  roots: readonly string[],
): void {
  project.describe(`${project.name}: drift in ${titleOfStack(acted)}`, () => {
    let finished: Finished | undefined;

    beforeAll(async () => {
      finished = await runRoots(project, acted, cases);
    }, 900_000);

    // Without Parley, the cases must leave something to do.
    if (project.idle) {
      it('leaves something to do in its root', () => {
        expect(finished?.plans.get(titleOfStack(acted))).not.toContain('No changes.');
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

async function runRoots(
  project: Project,
  acted: ProjectStack,
  cases: readonly RootCase[],
): Promise<Finished> {
  const entry = project.idle ? '' : await project.cli();
  const prepared = await project.ready();
  const fork = await project.fork();
  const workshop = openRepository(prepared, fork, acted);
  const { repository, before } = workshop;
  try {
    const performed: Performed[] = [];
    for (const [position, one] of cases.entries()) {
      const expect = { kind: 'untouched', trace: [] } as const;
      performed.push(await perform(workshop, { ...one, expect }, position));
    }
    const args = ['--verify', 'plan', ...stackArgs(acted)];
    const parley = project.idle
      ? { code: 0, stdout: '', stderr: '', trace: [] }
      : await reconcile(entry, workshop, { args }, project);
    const diff = diffTrees(before, readTree(repository));
    const plans = await planStacks(project, workshop, stacksOf(repository));
    return { performed, parley, diff, plans };
  } finally {
    await project.stop(fork);
    workshop.close();
  }
}
