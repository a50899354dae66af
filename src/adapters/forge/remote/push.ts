import { fail, ok, type Result } from '../../../model/result.ts';
import type { Git } from '../../git/run.ts';
import { foreignCommits, lastPatch, readBranch } from '../branch-log.ts';
import { findLastCommit, writeCommits } from './commits.ts';
import { locateFile, type Patched, readBase } from './files.ts';
import { layOnto } from './lay-onto.ts';
import { type GitIdentity, hasCommit } from './objects.ts';
import { isSamePatch, writePatch } from './patch-commit.ts';
import { gitRefOf, isCommit } from './ref.ts';
import { inRepository, type RunRemoteGit } from './run-git.ts';
import { fetchTip, listBranches, moveRef } from './transport.ts';
import type { GitPusher, Pushed, PushRequest, PushTarget } from './types.ts';

export interface PusherDeps {
  readonly git: Git;
  /** Author of the commits. */
  readonly by: GitIdentity;
}

/** Puts proposals on branches of a remote, and never removes what people put there. */
export function createPusher({ git, by }: PusherDeps): GitPusher {
  const on = ({ gitDir, signal }: PushTarget) => inRepository(git, gitDir, signal);
  return {
    branches: (target) => listBranches(on(target), target),
    push: (target, request) => push(on(target), by, target, request),
    commit: (target, request) => writeCommits(on(target), by, request),
    advance: (target, branch, commit) =>
      moveRef(on(target), target, `refs/heads/${branch}`, target.base, commit),
    lastChange: (target, path) => findLastCommit(on(target), target.base, path),
    async remove(target, branch, tip) {
      const run = on(target);
      const ref = gitRefOf(branch);
      if (!ref.ok) return ref;
      const here = await fetchTip(run, target, ref.value, tip);
      if (!here.ok) return here;
      if (!here.value) return ok('stale');
      const log = await readBranch(run, tip, [target.base]);
      if (foreignCommits(log).length > 0) return ok('kept');
      const moved = await moveRef(run, target, ref.value, tip, undefined);
      return moved.ok ? ok(moved.value ? 'removed' : 'stale') : moved;
    },
    async ownerOf(target, branch, tip) {
      const run = on(target);
      const ref = gitRefOf(branch);
      if (!ref.ok) return ref;
      const here = await fetchTip(run, target, ref.value, tip);
      if (!here.ok || !here.value) return here.ok ? ok(undefined) : here;
      const { commits } = await readBranch(run, tip, [target.base]);
      const own = commits.find(({ isOwn }) => isOwn);
      const { stack, intent } = own ?? {};
      return ok(stack === undefined || intent === undefined ? undefined : { stack, intent });
    },
  };
}

async function push(
  git: RunRemoteGit,
  by: GitIdentity,
  target: PushTarget,
  request: PushRequest,
): Promise<Result<Pushed>> {
  const ref = gitRefOf(request.branch);
  if (!ref.ok) return ref;
  const located = locateFile(request.root, request.files);
  if (!located.ok) return located;
  const found = await readBase(git, request.revision, target.base, located.value);
  if (!found.ok) return found;
  if (found.value.kind === 'moved') return ok({ kind: 'base-moved', path: found.value.path });
  const patch = { request, files: found.value.files };
  const { tip } = request;
  if (tip === undefined) {
    return send(git, target, ref.value, tip, await writePatch(git, by, patch));
  }
  const here = await fetchTip(git, target, ref.value, tip);
  if (!here.ok) return here;
  return here.value ? update(git, by, target, ref.value, tip, patch) : ok({ kind: 'stale' });
}

/** The branch exists: it may hold this patch already, another one, or the work of people. */
async function update(
  git: RunRemoteGit,
  by: GitIdentity,
  target: PushTarget,
  ref: string,
  tip: string,
  patch: { readonly request: PushRequest; readonly files: readonly Patched[] },
): Promise<Result<Pushed>> {
  const { request } = patch;
  const log = await readBranch(git, tip, [target.base, request.revision]);
  const foreign = foreignCommits(log);
  const isFree = foreign.length === 0 || request.free.includes(tip);
  const known = await knownPatch(git, request.known);
  const last = lastPatch(log) ?? (foreign.length === 0 ? undefined : known);
  if (last !== undefined && !request.free.includes(tip) && (await isSamePatch(git, last, patch))) {
    return ok({ kind: 'unchanged', commit: tip });
  }
  const commit = await writePatch(git, by, patch);
  if (isFree) return send(git, target, ref, tip, commit);
  if (last === undefined && request.known === undefined) {
    return ok({ kind: 'taken', tip, author: foreign[0]?.author ?? '' });
  }
  const laid = await layOnto(git, by, { tip, last, commit, base: target.base, request });
  if (laid.kind === 'protected') return ok(laid);
  return laid.commit === tip
    ? ok({ kind: 'unchanged', commit: tip })
    : send(git, target, ref, tip, laid.commit);
}

/** The patch that Parley pushed before somebody rewrote it, if the copy still has it. */
async function knownPatch(
  git: RunRemoteGit,
  known: string | undefined,
): Promise<string | undefined> {
  if (known === undefined || !isCommit(known) || !(await hasCommit(git, known))) return undefined;
  return lastPatch(await readBranch(git, known));
}

async function send(
  git: RunRemoteGit,
  target: PushTarget,
  ref: string,
  tip: string | undefined,
  commit: string,
): Promise<Result<Pushed>> {
  if (tip === commit) return ok({ kind: 'unchanged', commit });
  const moved = await moveRef(git, target, ref, tip, commit);
  if (!moved.ok) return fail(moved.error);
  return ok(moved.value ? { kind: 'pushed', commit } : { kind: 'stale' });
}
