import type { StackForge } from '../../adapters/forge/create.ts';
import type { Pushed } from '../../adapters/forge/remote/types.ts';
import { gitopsSource } from '../../config/service/gitops.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import { describeResourceChange } from '../../present/proposal/resource.ts';
import {
  branchKeptMoving,
  commentOnTip,
  keptLinesSentence,
  mergedTips,
  pushAttempts,
  takenBranch,
} from '../propose/work-of-people.ts';
import type { CodeChange } from './change.ts';
import type { CodeConvergence, ConvergeContext } from './deps.ts';
import { keepCommitReceipts } from './receipts.ts';

/** Opens a pull request for a change, or updates the open one. */
export async function proposeResource(
  scope: ConvergeContext,
  forge: StackForge,
  change: CodeChange,
  date: string,
): Promise<Result<CodeConvergence>> {
  const { intent, digest, branch, name } = change;
  const [{ path, digest: version, number }] = change.files;
  const facts = { name, path, digest: version, number };
  const found = await forge.proposals.find({ kind: 'intent', intent, branch });
  if (!found.ok) return found;
  const same = found.value.filter((one) => one.digest === digest);
  const declined = same.some(({ state }) => state === 'open')
    ? undefined
    : same.findLast(({ state }) => state === 'declined');
  if (declined !== undefined) {
    return ok({ ...facts, standing: 'declined', location: declined.location });
  }
  if (same.some(({ state }) => state === 'merged') && (await hasMoved(scope))) {
    return fail(mergedMeanwhile(scope.settings.branch));
  }
  const pushed = await pushBranch(scope, change, { date, standing: found.value });
  if (!pushed.ok) return pushed;
  const open = found.value.findLast(({ state }) => state === 'open');
  if (pushed.value.kind === 'taken' || pushed.value.kind === 'protected') {
    const because = await leftAlone(forge, branch, pushed.value, open);
    if (!because.ok) return because;
    const where = open === undefined ? {} : { location: open.location };
    return ok({ ...facts, standing: 'refused', because: because.value, ...where });
  }
  const { commit } = pushed.value;
  const signed = await keepCommitReceipts(scope, branch, [{ change, commit }]);
  if (!signed.ok) return signed;
  const { subject: title } = change.message;
  const body = describeResourceChange(scope.settings.tenant, change.files);
  const draft = { intent, digest, branch, base: scope.settings.branch, title, body };
  const published = await forge.proposals.open({ ...draft, labels: ['parley', 'parley:resource'] });
  if (!published.ok) return published;
  const { location, state } = published.value;
  return ok({
    ...facts,
    standing: state === 'declined' ? 'declined' : 'proposed',
    commit,
    location,
  });
}

/**
 * True where the branch moved on: a change that was merged since the code was read must not be
 * proposed again.
 */
async function hasMoved({ deps, settings, target }: ConvergeContext): Promise<boolean> {
  const mirror = await deps.checkouts.mirror(gitopsSource(settings));
  return mirror.ok && mirror.value.tip !== target.base;
}

type OnBranch = Extract<Pushed, { kind: 'pushed' | 'unchanged' | 'taken' | 'protected' }>;

async function pushBranch(
  { deps: { pusher }, settings: { root }, target }: ConvergeContext,
  { branch, intent, message, changes: files }: CodeChange,
  { date, standing }: { readonly date: string; readonly standing: readonly CurrentProposal[] },
): Promise<Result<OnBranch>> {
  const free = mergedTips(standing);
  for (let attempt = 0; attempt < pushAttempts; attempt += 1) {
    const tips = await pusher.branches(target);
    if (!tips.ok) return tips;
    const request = { branch, intent, message, files, root, date, free };
    const pushed = await pusher.push(target, {
      ...request,
      tip: tips.value.get(branch),
      revision: target.base,
    });
    if (!pushed.ok) return pushed;
    const { value } = pushed;
    if (value.kind !== 'stale' && value.kind !== 'base-moved') return ok(value);
  }
  return fail(branchKeptMoving(branch));
}

/**
 * Commits of people on the branch stay. The proposal reports that once for each state of the
 * branch.
 */
async function leftAlone(
  { proposals }: StackForge,
  branch: string,
  pushed: Extract<OnBranch, { kind: 'taken' | 'protected' }>,
  open: CurrentProposal | undefined,
): Promise<Result<string>> {
  if (pushed.kind === 'taken') return ok(takenBranch(branch, pushed.author).message);
  const because = keptLinesSentence(branch, pushed.lines);
  if (open === undefined) return ok(because);
  const text = `${because} Merge this or delete the branch; Parley then proposes the current declaration.`;
  const posted = await commentOnTip(proposals, open.number, pushed.tip, text);
  return posted.ok ? ok(because) : posted;
}

function mergedMeanwhile(branch: string): Problem {
  return {
    code: 'branch-moved',
    message: `Somebody merged into ${branch} in the meantime.`,
    hint: 'Parley tries again on the new state of the branch.',
  };
}
