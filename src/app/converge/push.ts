import { hexDigest } from '../../model/digest.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { CodeChange } from './change.ts';
import type { CodeConvergence, ConvergeContext } from './deps.ts';
import { keepCommitReceipts } from './receipts.ts';

const month = 30 * day;

/**
 * Commits the changes directly onto the branch, one commit for each resource. Either all of them
 * arrive or none.
 */
export async function pushChanges(
  scope: ConvergeContext,
  changes: readonly CodeChange[],
): Promise<Result<readonly CodeConvergence[]>> {
  const { deps, settings, target } = scope;
  if (changes.length === 0) return ok([]);
  const commits = changes.map(({ message, intent, changes: files }) => ({
    message,
    intent,
    files,
  }));
  const request = { revision: target.base, root: settings.root, commits };
  const date = await beginningOf(scope, request);
  const made = await deps.pusher.commit(target, { ...request, date });
  if (!made.ok) return made;
  const pairs = changes.map((change, index) => ({ change, commit: made.value[index] ?? '' }));
  const signed = await keepCommitReceipts(scope, settings.branch, pairs);
  if (!signed.ok) return signed;
  const last = made.value.at(-1) ?? target.base;
  const moved = await deps.pusher.advance(target, settings.branch, last);
  if (!moved.ok) {
    return fail(moved.error.code === 'push-refused' ? refused(settings.branch) : moved.error);
  }
  if (!moved.value) return fail(restless(settings.branch));
  return ok(
    pairs.map(({ change: { name, files }, commit }) => {
      const [{ path, digest, number }] = files;
      return { name, path, standing: 'current', digest, number, commit };
    }),
  );
}

/**
 * When these exact commits were first attempted. A retry then makes the same commits, with the same
 * receipts.
 */
async function beginningOf(
  { deps: { store, now }, settings: { tenant, name } }: ConvergeContext,
  request: object,
): Promise<string> {
  const key = lastSeenKeys.committing(name);
  const text = canonicalJson(JSON.parse(JSON.stringify(request)) as Json);
  const digest = hexDigest(text);
  const known = (await store.lastSeen.get(tenant, key))?.value;
  if (known?.digest === digest) return known.at;
  const at = now();
  const until = shiftTime(at, month);
  await store.lastSeen.put(tenant, key, { value: { digest, at }, until });
  return at;
}

function refused(branch: string): Problem {
  return {
    code: 'push-refused',
    message: `The repository refuses commits to ${branch}: one of its rules or hooks rejects them.`,
    hint: 'Let the account of the forge push to it, or set deliver to pull_request.',
  };
}

function restless(branch: string): Problem {
  return {
    code: 'branch-moved',
    message: `Somebody else pushed to ${branch} in the meantime.`,
    hint: 'Parley tries again on the new state of the branch.',
  };
}
