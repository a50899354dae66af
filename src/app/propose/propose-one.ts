import { fail, ok, type Result } from '../../model/result.ts';
import type { CurrentProposal, PublishedProposal } from '../../ports/forge/proposals.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { pushDraft } from '../receipt/drafts.ts';
import { closeOne } from './close-one.ts';
import type { ProposeContext } from './deps.ts';
import { protect } from './protect.ts';
import { pushPlan } from './push-plan.ts';
import { rememberProposal } from './remember.ts';
import { remind } from './remind.ts';
import { settleProposals } from './settle.ts';
import { takenBranch } from './work-of-people.ts';

/** Pushes the branch of a plan, and opens or updates its proposal. */
export async function proposeOne(
  scope: ProposeContext,
  plan: PlannedProposal,
): Promise<Result<void>> {
  const { intent, branch } = plan;
  const found = await scope.forge.proposals.find({ kind: 'intent', intent, branch });
  if (!found.ok) return found;
  const standing = found.value;
  const handled = await settleProposals(scope, standing);
  if (!handled.ok) return handled;
  const last = standing.findLast(({ state }) => state === 'open') ?? standing.at(-1);
  const known =
    last && (await scope.deps.store.proposals.byNumber(scope.key, scope.forge.name, last.number));
  const settled = settledBefore(plan, standing);
  if (settled !== undefined) {
    const { commit, state } = settled;
    await rememberProposal(scope, plan, settled, { commit, state, before: known?.state });
    if (settled.state === 'merged') {
      const reminded = await remind(scope, settled);
      if (!reminded.ok) return reminded;
    }
    // A proposal that is still open asks for something else.
    return closeOpen(scope, plan, standing, closingReason(settled));
  }
  const current = await withMerges(scope, standing);
  if (!current.ok) return current;
  const pushed = await pushPlan(current.value, plan, standing, known);
  if (!pushed.ok) return pushed;
  switch (pushed.value.kind) {
    case 'outdated':
      return ok(undefined);
    case 'base-moved':
      return lookAgain(scope);
    case 'taken':
      return fail(takenBranch(branch, pushed.value.author));
    case 'protected':
      return protect(scope, plan, last, pushed.value);
    default: {
      const { commit } = pushed.value;
      const signed = await keepPush(scope, plan, commit);
      return signed.ok ? publish(scope, plan, commit, { standing, known }) : signed;
    }
  }
}

/**
 * The base with what was merged, also if that happened after it was fetched: a plan on older code
 * would be proposed again right after its merge.
 */
async function withMerges(
  scope: ProposeContext,
  standing: readonly CurrentProposal[],
): Promise<Result<ProposeContext>> {
  if (!standing.some(({ state }) => state === 'merged')) return ok(scope);
  const { deps, stack, target } = scope;
  const { signal } = target;
  const mirror = await deps.checkouts.mirror(stack, signal === undefined ? {} : { signal });
  return mirror.ok ? ok({ ...scope, target: { ...target, base: mirror.value.tip } }) : mirror;
}

/** What is on a branch gets a receipt before anybody is asked to merge it. */
async function keepPush(
  { deps, key, revision, by }: ProposeContext,
  plan: PlannedProposal,
  commit: string,
): Promise<Result<unknown>> {
  const draft = pushDraft(plan, { stack: key.stack, commit, base: revision, by });
  return deps.receipts(key.tenant, (log) => log.append([draft], new Map(), deps.now()));
}

async function closeOpen(
  scope: ProposeContext,
  { intent, branch }: PlannedProposal,
  standing: readonly CurrentProposal[],
  reason: string,
): Promise<Result<void>> {
  for (const { state, number } of standing) {
    if (state !== 'open') continue;
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeOne(scope, { intent, branch, number }, reason);
    if (!closed.ok) return closed;
  }
  return ok(undefined);
}

function closingReason({ state, number }: CurrentProposal): string {
  const done = state === 'merged' ? 'merged' : 'closed';
  return `Closed: the drift is again the same as in proposal ${number}, which somebody ${done}.`;
}

/**
 * The proposal that a person closed for this same content, or merged where it asks for a revert,
 * which the code cannot show.
 */
function settledBefore(
  { kind, digest }: PlannedProposal,
  standing: readonly CurrentProposal[],
): CurrentProposal | undefined {
  const same = standing.filter((one) => one.digest === digest);
  if (same.some(({ state }) => state === 'open')) return undefined;
  const isSettled = ({ state }: CurrentProposal) =>
    state === 'declined' || (state === 'merged' && kind === 'revert');
  return same.findLast(isSettled);
}

interface Before {
  readonly standing: readonly CurrentProposal[];
  readonly known: KnownProposal | undefined;
}

async function publish(
  scope: ProposeContext,
  plan: PlannedProposal,
  commit: string,
  { standing, known }: Before,
): Promise<Result<void>> {
  const { forge, stack } = scope;
  const { intent, digest, branch, title, body } = plan;
  const labels = ['parley', ...plan.labels];
  if (!(await scope.isLatest())) return ok(undefined);
  const draft = { intent, digest, branch, base: stack.branch, title, body, labels };
  const wasOpen = standing.some(({ state }) => state === 'open');
  const published = await (wasOpen ? forge.proposals.update(draft) : forge.proposals.open(draft));
  if (!published.ok) return published;
  // Somebody merged it in the meantime, so the plan is based on outdated code.
  if (published.value === undefined) return lookAgain(scope);
  const { state } = published.value;
  const before = known?.number === published.value.number ? known.state : undefined;
  if (state === 'declined') {
    await rememberProposal(scope, plan, published.value, { commit, state, before });
    return ok(undefined);
  }
  if (state !== 'unchanged' || !isSettledOn(known, plan, published.value, commit)) {
    const checked = await forge.proposals.setCheck(commit, plan.check);
    if (!checked.ok) return checked;
  }
  await rememberProposal(scope, plan, published.value, { commit, state: 'open', before });
  return ok(undefined);
}

/** True where the check is set already: a proposal is recorded only after its check. */
function isSettledOn(
  known: KnownProposal | undefined,
  { digest }: PlannedProposal,
  { number }: PublishedProposal,
  commit: string,
): boolean {
  return known?.number === number && known.digest === digest && known.commit === commit;
}

/** The patch has to be computed again on the current code. */
async function lookAgain({ deps, key, target }: ProposeContext): Promise<Result<void>> {
  const job = { ...key, cause: 'push', revision: target.base } as const;
  await deps.store.outbox.put([{ queue: 'reconcile', job }]);
  return ok(undefined);
}
