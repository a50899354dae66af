import { resolve } from 'node:path';
import { findTop } from '../../code/terraform/repository/top.ts';
import type { Io } from '../../ports/io.ts';
import { wantedValues } from '../../reconcile/patch/wishes.ts';
import { run } from '../../reconcile/run.ts';
import { composeRun } from './compose.ts';
import type { RunOptions } from './options.ts';
import type { RootWishes } from './root-wishes.ts';

/**
 * What each of several roots wants changed in the code, so that the same drift in roots that share
 * a module is edited once. It is based on the log only. A root that cannot be read wants nothing;
 * its own run reports the problem.
 */
export async function wishesOfRoots(
  io: Io,
  roots: readonly RunOptions[],
): Promise<readonly RootWishes[]> {
  const quiet: Io = { ...io, out: () => undefined, err: () => undefined };
  const wishes: RootWishes[] = [];
  for (const root of await withNeighbors(io.cwd, roots)) {
    const own = await wishesOf(quiet, lookOnly(root));
    if (own !== undefined && own.goals.length > 0) wishes.push(own);
  }
  return wishes;
}

/** Roots that share a repository with another one of them. */
async function withNeighbors(
  cwd: string,
  roots: readonly RunOptions[],
): Promise<readonly RunOptions[]> {
  const tops = await Promise.all(roots.map(({ project: { dir } }) => findTop(resolve(cwd, dir))));
  return roots.filter((_, at) => tops.some((top, other) => other !== at && top === tops[at]));
}

function lookOnly({ judging, ...options }: RunOptions): RunOptions {
  return {
    ...options,
    judging: { ...judging, llm: false },
    proof: { verify: 'evaluate' },
    delivery: {},
    output: {},
  };
}

async function wishesOf(io: Io, options: RunOptions): Promise<RootWishes | undefined> {
  const composed = await composeRun(io, options);
  if (!composed.ok) return undefined;
  const { input, copied, kept } = composed.value;
  try {
    const result = await run(input);
    if (!result.ok) return undefined;
    const { varFiles = [], workspace = 'default' } = input.code.loadOptions;
    return { root: copied.root, varFiles, workspace, goals: wantedValues(result.value.report) };
  } finally {
    await kept.dispose();
  }
}
