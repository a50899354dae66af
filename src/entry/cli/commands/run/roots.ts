import { availableParallelism } from 'node:os';
import { eachLimited } from '../../../../adapters/collect/each-limited.ts';
import type { DeliveryOptions, RunOptions } from '../../../../app/run/options.ts';
import type { RootBeside } from '../../../../app/run/run-project.ts';
import { createSharedBranches } from '../../../../app/run/shared-branches.ts';
import { wishesOfRoots } from '../../../../app/run/wishes-of-roots.ts';
import type { Problem } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import { optionsFor, type RunFlags } from './flags.ts';
import { runReconcile } from './root.ts';

/**
 * Roots that are processed in parallel at most, since each may run Terraform, which takes about a
 * gigabyte of memory.
 */
const maxAtOnce = 8;

/**
 * Runs each root with its own settings and state. Runs that only read go in parallel; runs that
 * write go one after the other, since roots may share modules and a repository. Each run has what
 * the other roots want, so that the same drift is edited once and on one branch. The results come
 * in the order of the roots; the exit code is the worst one.
 */
export async function runRoots(io: Io, flags: RunFlags): Promise<ExitCode> {
  const { dir } = flags;
  const dirs = typeof dir === 'string' ? [dir] : [...new Set(dir)];
  const [only, ...more] = dirs;
  if (only !== undefined && more.length === 0) {
    return runReconcile(io, optionsFor(only, flags));
  }
  const wrong = checkRoots(flags);
  if (wrong !== undefined) return printProblem(io, wrong);
  const wishes = await wishesOfRoots(
    io,
    dirs.map((root) => optionsFor(root, flags)),
  );
  const beside: RootBeside = { wishes, branches: createSharedBranches() };
  const done = new Map<string, Done>();
  await eachLimited(dirs, rootsAtOnce(flags, availableParallelism()), async (root) => {
    done.set(root, await runRoot(io, optionsFor(root, flags), beside));
  });
  const results = dirs.map((root) => [root, done.get(root)?.out.trim() ?? ''] as const);
  if (flags.json) {
    const reports = results.map(([root, out]) => `${JSON.stringify(root)}: ${out || 'null'}`);
    io.out(`{\n${reports.join(',\n')}\n}\n`);
  } else for (const [root, out] of results) io.out(`${heading(root)}\n${out}\n\n`);
  const codes = [...done.values()].map(({ code }) => code);
  if (codes.includes(1)) return 1;
  return codes.includes(2) ? 2 : 0;
}

/** How many roots run in parallel: as many as there are cores, unless files are written. */
export function rootsAtOnce({ write, pr }: DeliveryOptions, cores: number): number {
  return write || pr ? 1 : Math.min(maxAtOnce, cores);
}

interface Done {
  readonly code: ExitCode;
  readonly out: string;
}

async function runRoot(io: Io, options: RunOptions, beside: RootBeside): Promise<Done> {
  let out = '';
  const own: Io = {
    ...io,
    out: (text) => {
      out += text;
    },
    err: (text) => io.err(`${terminalText(options.project.dir, false)}: ${text}`),
  };
  return { code: await runReconcile(own, options, beside), out };
}

function heading(root: string): string {
  const name = terminalText(root, false);
  return `${name}\n${'='.repeat(name.length)}`;
}

function checkRoots(given: RunFlags): Problem | undefined {
  const single = (
    ['state', 'config', 'report', 'trace', 'workspace', 'only', 'pick'] as const
  ).filter((flag) => given[flag] !== undefined);
  if (single.length === 0) return undefined;
  const flags = single.map((flag) => `--${flag}`).join(' and ');
  return {
    code: 'flag-of-one-root',
    message: `${flags} ${single.length === 1 ? 'applies' : 'apply'} to one root, and --dir names several.`,
    hint: 'Put it into the parley.yaml of each root; reports are kept in .parley after `parley init`.',
  };
}
