import { ok, type Result } from '../../../model/result.ts';
import { type PlanCopy, type PlanCopyInput, preparePlanCopy } from './copy.ts';
import { useInstalled } from './installed.ts';
import { installKey, keepInstalled, useKept } from './keep-installed.ts';
import { replaceFiles } from './replace.ts';
import type { SeenDifferences } from './seen.ts';

/** A copy of a project for all requests of a run. It contains the state, so it must be disposed. */
export interface KeptCopy {
  /**
   * Works in the copy with the files of the request in place, and restores the copy afterwards.
   * Only one piece of work runs at a time. Undefined if the request has other inputs than the first
   * one.
   */
  use<T>(
    request: PlanCopyInput,
    work: (prepared: PreparedCopy) => Promise<Result<T>>,
  ): Promise<Result<T>> | undefined;
  /** What the plan of the unpatched project showed; undefined before there is one. */
  seen(): SeenDifferences | undefined;
  dispose(): Promise<void>;
}

export interface PreparedCopy extends PlanCopy {
  /** True if Terraform needs no `init` there, as far as is known. */
  isReady: boolean;
  /** True if everything it would start has been checked and is permitted. */
  isPermitted: boolean;
  /** Keeps what `init` installed for later runs; false if the copy needs `init` again. */
  keep(): Promise<boolean>;
}

/** The copy is made on first use. */
export function keepCopy(): KeptCopy {
  let first: PlanCopyInput | undefined;
  let prepared: PreparedCopy | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const prepare = async (request: PlanCopyInput): Promise<Result<PreparedCopy>> => {
    if (prepared !== undefined) return ok(prepared);
    const copy = await preparePlanCopy({ ...request, files: new Map() });
    if (!copy.ok) return copy;
    prepared = await readied(copy.value, request);
    return ok(prepared);
  };
  return {
    use(request, work) {
      first ??= request;
      if (!isAlike(first, request)) return undefined;
      const done = last.then(async () => {
        const copy = await prepare(request);
        return copy.ok ? workWith(copy.value, request.files, work) : copy;
      });
      last = done.catch(() => undefined);
      return done;
    },
    seen: () => prepared?.seen,
    async dispose() {
      await last;
      await prepared?.dispose();
      prepared = undefined;
    },
  };
}

async function readied(copy: PlanCopy, { installs }: PlanCopyInput): Promise<PreparedCopy> {
  const isReady = await useInstalled(copy);
  if (isReady || installs === undefined || copy.pluginDir !== undefined) {
    return { ...copy, isReady, isPermitted: false, keep: () => Promise.resolve(true) };
  }
  const key = await installKey(copy, installs);
  return {
    ...copy,
    isReady: await useKept(copy, installs, key),
    isPermitted: false,
    keep: () => keepInstalled(copy, installs, key),
  };
}

/** True if both requests need the same copy, apart from replaced files. */
function isAlike(one: PlanCopyInput, other: PlanCopyInput): boolean {
  return (
    one.project === other.project &&
    one.root === other.root &&
    one.workspace === other.workspace &&
    one.tempDir === other.tempDir &&
    one.state === other.state &&
    JSON.stringify(one.parts) === JSON.stringify(other.parts)
  );
}

async function workWith<T>(
  copy: PreparedCopy,
  files: ReadonlyMap<string, string>,
  work: (prepared: PreparedCopy) => Promise<Result<T>>,
): Promise<Result<T>> {
  const replaced = await replaceFiles(copy.homes, files);
  if (!replaced.ok) return replaced;
  try {
    return await work(copy);
  } finally {
    await replaced.value();
  }
}
