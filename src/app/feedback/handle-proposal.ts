import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { CurrentProposal, PersonComment, ProposalState } from '../../ports/forge/proposals.ts';
import type { KnownProposal, OutboxJob } from '../../ports/store/service-store.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import { proposalNotices } from '../notify/notices.ts';
import { knownAs } from './concerned.ts';
import type { Concerned, FeedbackDeps, ProposalPlace } from './deps.ts';
import { handleComments, isHandled } from './handle-comments.ts';
import { handleChange, type ProposalChange, setState } from './proposal.ts';

/** What the caller knows about a proposal in addition to its state. */
export interface ProposalLook {
  /** A name that only one process uses at a time, such as the id of a job with its queue. */
  readonly by: string;
  /** Who acted, where a webhook names them and the forge does not. */
  readonly user?: string;
  /** What people wrote on the proposal; left out where it was not read. */
  readonly comments?: readonly PersonComment[];
}

/**
 * Handles what people did to a proposal since the last pass. Each action is handled once, no matter
 * who calls this and how often: the recorded state is compared with the current state on the forge.
 */
export async function handleProposal(
  deps: FeedbackDeps,
  place: ProposalPlace,
  standing: CurrentProposal,
  look: ProposalLook,
): Promise<Result<void>> {
  const { key, forge } = place;
  const known = await knownAs(deps, place, standing);
  if (known === undefined) return ok(undefined);
  if (!(await hasNews(deps, { ...place, known }, standing, look))) return ok(undefined);
  const lease = await acquireLease(deps, {
    tenant: key.tenant,
    key: leaseKeys.proposal(key.stack, forge.name, standing.number),
    job: look.by,
  });
  if (lease === undefined) return fail(busy);
  try {
    const latest = await lookAnew(place, known, standing);
    if (!latest.ok) return latest;
    // Another process may have handled it in the meantime.
    const now = (await knownAs(deps, place, latest.value)) ?? known;
    return await handleAll(deps, { ...place, known: now }, latest.value, look);
  } finally {
    await lease.release();
  }
}

type OfProposal = Omit<Concerned, 'at'>;

/**
 * Reads the state again while holding the lease. A list may be older than what was handled since,
 * and a proposal that was closed in between would count as reopened.
 */
async function lookAnew(
  { forge }: ProposalPlace,
  known: KnownProposal,
  standing: CurrentProposal,
): Promise<Result<CurrentProposal>> {
  if (!stateNews(known, standing)) return ok(standing);
  const found = await forge.proposals.find({ kind: 'number', number: standing.number });
  if (!found.ok) return found;
  return ok(found.value[0] ?? standing);
}

async function hasNews(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: CurrentProposal,
  { comments = [] }: ProposalLook,
): Promise<boolean> {
  if (stateNews(of.known, standing) || isFreed(of.known, standing)) return true;
  return comments.length > 0 && !(await isHandled(deps, of, comments));
}

async function handleAll(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: CurrentProposal,
  look: ProposalLook,
): Promise<Result<void>> {
  if (stateNews(of.known, standing)) {
    const done = await handleState(deps, of, standing, look.user);
    if (!done.ok) return done;
    const notices = await proposalNotices(deps.store, of.stack);
    if (notices.length > 0) await deps.store.outbox.put(notices);
  } else if (isFreed(of.known, standing)) {
    await proposeAgain(deps, of);
  }
  return look.comments === undefined ? ok(undefined) : handleComments(deps, of, look.comments);
}

/** Compares states. A merged proposal stays merged. */
function stateNews({ state }: KnownProposal, standing: CurrentProposal): boolean {
  return state !== 'merged' && state !== standing.state;
}

async function handleState(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: CurrentProposal,
  user: string | undefined,
): Promise<Result<void>> {
  const kind = changeOf(of.known.state, standing);
  const concerned = { ...of, at: momentOf(deps, standing) };
  if (kind === undefined) {
    await setState(deps, concerned, standing.state);
    return ok(undefined);
  }
  const by = standing.endedBy ?? user ?? (await endedBy(of, standing));
  return handleChange(deps, concerned, { kind, user: by, commit: standing.commit });
}

/** What a person did; undefined where Parley did it and was killed before it recorded that. */
function changeOf(
  before: ProposalState,
  { state, wasWithdrawn }: CurrentProposal,
): ProposalChange['kind'] | undefined {
  if (state === before) return undefined;
  if (state === 'merged' || state === 'declined') return state;
  const isReopened = state === 'open' && (before === 'declined' || wasWithdrawn);
  return isReopened ? 'reopened' : undefined;
}

/** The time of the action, capped at now in case the clock of the forge is ahead. */
function momentOf({ now }: FeedbackDeps, { endedAt, changedAt }: CurrentProposal): string {
  const at = endedAt ?? changedAt;
  return at < now() ? at : now();
}

/** Looks up who ended the proposal, which lists of some forges leave out. */
async function endedBy(
  { forge }: OfProposal,
  { number, state }: CurrentProposal,
): Promise<string | undefined> {
  if (state === 'open') return undefined;
  const found = await forge.proposals.find({ kind: 'number', number });
  return found.ok ? found.value[0]?.endedBy : undefined;
}

/** True where people changed the commits that had kept a newer patch away. */
function isFreed({ protectedTip }: KnownProposal, { state, commit }: CurrentProposal): boolean {
  return state === 'open' && protectedTip !== undefined && protectedTip !== commit;
}

async function proposeAgain({ store }: FeedbackDeps, { key, forge }: OfProposal): Promise<void> {
  const run = await store.runs.latestHead(key);
  if (run === undefined) return;
  const job: OutboxJob = { queue: 'propose', job: { ...key, forge: forge.name, run: run.id } };
  await store.outbox.put([job]);
}

const busy: Problem = {
  code: 'proposal-busy',
  message: 'Another job is working on this proposal.',
  hint: 'It is tried again.',
};
