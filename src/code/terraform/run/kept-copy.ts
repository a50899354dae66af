import { ok, type Result } from '../../../model/result.ts';
import { type PlanCopy, type PlanCopyInput, preparePlanCopy } from './copy.ts';
import { useInstalled } from './installed.ts';
import { installKey, keepInstalled, useKept } from './keep-installed.ts';
import { replaceFiles } from './replace.ts';
import type { SeenDifferences } from './seen.ts';

/** A copy of a project for all questions of a run. It holds the state: `dispose` belongs to it. */
export interface KeptCopy {
  /**
   * Works in the copy with the files of the request in place, one piece of work after the other,
   * and puts the copy back. Undefined where the request is about something else than the first.
   */
  use<T>(
    request: PlanCopyInput,
    work: (prepared: PreparedCopy) => Promise<Result<T>>,
  ): Promise<Result<T>> | undefined;
  /** The plan of the project as it is; undefined before that. */
  seen(): SeenDifferences | undefined;
  dispose(): Promise<void>;
}

export interface PreparedCopy extends PlanCopy {
  /** Terraform needs no `init` there, as far as is known. */
  isReady: boolean;
  /** What it would start was looked at, and nothing was found. */
  isPermitted: boolean;
  /** Keeps what `init` installs for later runs; false where the copy needs `init` again. */
  keep(): Promise<boolean>;
}

/** Nothing is copied before the first use. */
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

/** The copy is made from the same, but for the files that questions replace. */
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
