import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prepared } from './broker.ts';
import type { Fork } from './emulator.ts';
import type { Project } from './project.ts';
import { typesOf } from './providers.ts';
import {
  inputsOf,
  type ProjectStack,
  stackData,
  stacksOf,
  stateFile,
  titleOfStack,
} from './stacks.ts';
import { terraformAt } from './terraform.ts';
import { readTree } from './tree.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** A copy of a project with one or several roots; `before` has the files of all of them. */
export interface Repository extends Workshop {
  readonly repository: string;
  /** The root that the case is about. */
  readonly stack: ProjectStack;
}

export function openRepository(prepared: Prepared, fork: Fork, stack: ProjectStack): Repository {
  if (stack.root === '.') {
    const workshop = openWorkshop(prepared, fork);
    return { ...workshop, repository: workshop.dir, stack };
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-roots-'));
  const repository = join(folder, 'repository');
  cpSync(prepared.dir, repository, { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(repository, '.git'));
  const events = join(folder, 'events');
  mkdirSync(events);
  return {
    prepared,
    fork,
    folder,
    dir: join(repository, stack.root),
    state: stateFile(repository, stack),
    events,
    before: readTree(repository),
    close: () => rmSync(folder, { recursive: true, force: true }),
    repository,
    stack,
  };
}

/** The output of `terraform plan` in the given roots of a repository, by their titles. */
export async function planStacks(
  project: Project,
  { prepared, fork: { endpoint }, repository }: Repository,
  asked: readonly ProjectStack[],
): Promise<ReadonlyMap<string, string>> {
  const plans = new Map<string, string>();
  const { dataDir, cliConfig, tools } = prepared;
  const titles = asked.map(titleOfStack);
  // Of the whole repository, since modules lie outside the roots.
  const types = typesOf(repository);
  for (const [index, stack] of stacksOf(repository).entries()) {
    if (!titles.includes(titleOfStack(stack))) continue;
    const dir = join(repository, stack.root);
    const text = await project.attached({ endpoint, dir, types }, async (reattach) => {
      const own = stackData(dataDir, index);
      const terraform = terraformAt(tools, { dir, dataDir: own, cliConfig, endpoint, reattach });
      const args = ['plan', '-input=false', '-no-color', '-lock=false', ...inputsOf(stack)];
      const { stdout, stderr } = await terraform.run(args);
      return `${stdout}${stderr}`;
    });
    plans.set(titleOfStack(stack), text);
  }
  return plans;
}
