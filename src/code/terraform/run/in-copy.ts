import { relative } from 'node:path';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { StateMove } from '../state/types.ts';
import { type PlanCopy, type PlanCopyInput, preparePlanCopy } from './copy.ts';
import { isUnprepared } from './failure.ts';
import { forgetInstalled } from './installed.ts';
import type { KeptCopy, PreparedCopy } from './kept-copy.ts';
import { findForbidden, type Permissions } from './permitted.ts';
import { withShared } from './shared-packages.ts';
import type { TerraformRunner } from './types.ts';

export interface CopyRequest extends PlanCopyInput {
  readonly varFiles?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  /** Folder with unpacked providers, for a project that has none installed. */
  readonly pluginDir?: string;
  /**
   * Number of resources that Terraform requests concurrently. Defaults to Terraform's own setting.
   */
  readonly parallelism?: number;
  /** What the code has under other addresses than the state. */
  readonly moves?: readonly StateMove[];
  /** What the code may start. Without it, there is no restriction. */
  readonly permissions?: Permissions;
  /**
   * The copy shared by all requests of a run. Without it, a copy is made for this request alone.
   */
  readonly kept?: KeptCopy;
}

type Work<T> = (copy: PlanCopy) => Promise<Result<T>>;

/**
 * Works in an initialized copy of a project. Afterwards the copy is restored, or deleted if it was
 * made for this work alone, even after errors. If patched files need providers or modules that the
 * shared copy lacks, Terraform reports so before it plans; the copy is then initialized again and
 * the work repeated.
 */
export async function inCopy<T>(
  terraform: TerraformRunner,
  request: CopyRequest,
  work: Work<T>,
): Promise<Result<T>> {
  const kept = request.kept?.use(request, (copy) => inKept(terraform, copy, request, work));
  if (kept !== undefined) return kept;
  const copy = await preparePlanCopy(request);
  if (!copy.ok) return copy;
  try {
    const ready = await initialize(terraform, copy.value, request);
    return ready.ok ? await work(copy.value) : ready;
  } finally {
    await copy.value.dispose();
  }
}

async function inKept<T>(
  terraform: TerraformRunner,
  copy: PreparedCopy,
  request: CopyRequest,
  work: Work<T>,
): Promise<Result<T>> {
  if (copy.isReady) {
    const permitted = await checkOnce(copy, request);
    if (!permitted.ok) return permitted;
    const done = await work(copy);
    if (done.ok || !isUnprepared(done.error)) return done;
  }
  copy.isReady = false;
  await forgetInstalled(copy);
  const ready = await initialize(terraform, copy, request);
  if (!ready.ok) return ready;
  if (!(await copy.keep())) {
    await forgetInstalled(copy);
    const again = await initialize(terraform, copy, request);
    if (!again.ok) return again;
  }
  copy.isReady = true;
  return work(copy);
}

/** `init` starts no provider, so what it installed can still be rejected afterwards. */
async function initialize(
  terraform: TerraformRunner,
  copy: PlanCopy,
  request: CopyRequest,
): Promise<Result<void>> {
  const named = await check(copy, request, false);
  if (!named.ok) return named;
  const pluginDir = request.pluginDir ?? copy.pluginDir;
  const place = pluginDir === undefined ? request.installs : undefined;
  const init = () => terraform.init(copy.dir, pluginDir === undefined ? {} : { pluginDir });
  const done = await withShared(copy, place, init);
  if (done.ok) return check(copy, request, true);
  // Relative, since the absolute folder no longer exists when people read this.
  const folder = relative(copy.homes.base, copy.dir) || '.';
  return fail({ ...done.error, place: { file: folder } });
}

async function checkOnce(copy: PreparedCopy, request: CopyRequest): Promise<Result<void>> {
  if (copy.isPermitted) return ok(undefined);
  const done = await check(copy, request, true);
  copy.isPermitted = done.ok;
  return done;
}

async function check(
  copy: PlanCopy,
  { permissions }: CopyRequest,
  isInstalled: boolean,
): Promise<Result<void>> {
  const found = permissions && (await findForbidden(copy, permissions, isInstalled));
  return found === undefined ? ok(undefined) : fail(found);
}
