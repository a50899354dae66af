import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type {
  PersonComment,
  ProposalState,
  StandingProposal,
} from '../../ports/forge/proposals.ts';
import type { KnownProposal, OutboxJob } from '../../ports/store/service-store.ts';
import { leaseKeys } from '../../ports/store/state/keys.ts';
import { acquireLease } from '../lease/lease.ts';
import { proposalNotices } from '../notify/notices.ts';
import { knownAs } from './concerned.ts';
import type { Concerned, FeedbackDeps, ProposalPlace } from './deps.ts';
import { handleComments, isHandled } from './handle-comments.ts';
import { handleChange, type ProposalChange, setState } from './proposal.ts';

/** What is known of a proposal besides how it stands. */
export interface ProposalLook {
  /** Names who looks, and no other at a time: a job, and whose it is. */
  readonly by: string;
  /** Who did it, where a webhook says so and the forge does not. */
  readonly user?: string;
  /** What people wrote on it; left out where nobody asked. */
  readonly comments?: readonly PersonComment[];
}

/**
 * Heeds what people did to a proposal since the last look, once, whoever looks and however often:
 * what the service has of it is compared with what the forge says now.
 */
export async function handleProposal(
  deps: FeedbackDeps,
  place: ProposalPlace,
  standing: StandingProposal,
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
    // Another one may have handled it meanwhile.
    const now = (await knownAs(deps, place, latest.value)) ?? known;
    return await handleAll(deps, { ...place, known: now }, latest.value, look);
  } finally {
    await lease.release();
  }
}

type OfProposal = Omit<Concerned, 'at'>;

/**
 * How it stands while nobody else handles it: a list may be older than what was handled since, and
 * what somebody closed would count as opened again.
 */
async function lookAnew(
  { forge }: ProposalPlace,
  known: KnownProposal,
  standing: StandingProposal,
): Promise<Result<StandingProposal>> {
  if (!stateNews(known, standing)) return ok(standing);
  const found = await forge.proposals.find({ kind: 'number', number: standing.number });
  if (!found.ok) return found;
  return ok(found.value[0] ?? standing);
}

async function hasNews(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: StandingProposal,
  { comments = [] }: ProposalLook,
): Promise<boolean> {
  if (stateNews(of.known, standing) || isFreed(of.known, standing)) return true;
  return comments.length > 0 && !(await isHandled(deps, of, comments));
}

async function handleAll(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: StandingProposal,
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

/** What is merged stays so. */
function stateNews({ state }: KnownProposal, standing: StandingProposal): boolean {
  return state !== 'merged' && state !== standing.state;
}

async function handleState(
  deps: FeedbackDeps,
  of: OfProposal,
  standing: StandingProposal,
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

/** What a person did; undefined for what Parley did, and was killed before it put it down. */
function changeOf(
  before: ProposalState,
  { state, wasWithdrawn }: StandingProposal,
): ProposalChange['kind'] | undefined {
  if (state === before) return undefined;
  if (state === 'merged' || state === 'declined') return state;
  const isReopened = state === 'open' && (before === 'declined' || wasWithdrawn);
  return isReopened ? 'reopened' : undefined;
}

/** No clock of a forge is ahead of ours, as far as anybody can see. */
function momentOf({ now }: FeedbackDeps, { endedAt, changedAt }: StandingProposal): string {
  const at = endedAt ?? changedAt;
  return at < now() ? at : now();
}

/** Lists of some forges do not say it. */
async function endedBy(
  { forge }: OfProposal,
  { number, state }: StandingProposal,
): Promise<string | undefined> {
  if (state === 'open') return undefined;
  const found = await forge.proposals.find({ kind: 'number', number });
  return found.ok ? found.value[0]?.endedBy : undefined;
}

/** People changed what kept a newer patch away. */
function isFreed({ protectedTip }: KnownProposal, { state, commit }: StandingProposal): boolean {
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
  message: 'Somebody else looks at what people did to this proposal.',
  hint: 'It is tried again.',
};
