import type { Stack } from '../../config/service/stacks.ts';
import { groupBy } from '../../model/group.ts';
import { contentId } from '../../model/id.ts';
import { day, shiftTime } from '../../model/instant.ts';
import type { Report } from '../../model/report.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSentKeys } from '../../ports/store/state/keys.ts';
import { createProposalCloser } from '../propose/settled.ts';
import type { ReconcileDeps } from './deps.ts';
import { proposalsDigest } from './findings.ts';

type WishDeps = Pick<ReconcileDeps, 'store' | 'now'>;

/** Milliseconds after which the forge is asked again even if the same was requested before. */
const memory = day;

/** What a run found and wants from the forge. */
export interface ForgeWishes {
  /** Commit of the code that was read. */
  readonly revision: string;
  readonly report: Report;
  readonly planned: readonly PlannedProposal[];
}

/** True when the forge does not match the plans, as far as the service knows. */
export async function isForgeBehind(
  { store, now }: WishDeps,
  stack: Stack,
  { revision, report, planned }: ForgeWishes,
): Promise<boolean> {
  if (stack.forge === undefined) return false;
  const key: StackKey = { tenant: stack.tenant, stack: stack.name };
  const known = await store.proposals.list(key, 'all');
  const intents = new Set(planned.map(({ intent }) => intent));
  const left = known.filter(({ state, intent }) => state === 'open' && !intents.has(intent));
  const stale = left.map(({ intent }) => intent);
  const reasonFor = await createProposalCloser(store, key, report, stale);
  if (stale.some((intent) => reasonFor(intent) !== undefined)) return true;
  if (isAnyNew(known, planned)) return true;
  const sent = await store.lastSent.get(key.tenant, lastSentKeys.wishes(key.stack));
  const isSent = sent !== undefined && Date.parse(sent.until) > Date.parse(now());
  // The pull requests of others are checked again where the set of open drifts has changed.
  if (isSent ? sent.value.open !== digestOpenDrifts(report) : (report.openDrifts ?? []).length > 0)
    return true;
  if (isSent && sent.value.wishes === proposalsDigest(revision, planned)) return false;
  // A stack without plans and proposals has nothing to do on the forge.
  return planned.length > 0 || known.some(({ state }) => state === 'open');
}

export async function keepLastSent(
  { store, now }: Pick<WishDeps, 'store' | 'now'>,
  { tenant, name }: Stack,
  { revision, report, planned }: ForgeWishes,
): Promise<void> {
  const until = shiftTime(now(), memory);
  const value = { wishes: proposalsDigest(revision, planned), open: digestOpenDrifts(report) };
  await store.lastSent.put(tenant, lastSentKeys.wishes(name), { value, until });
}

/** A digest of the open drifts with their last outcomes. */
function digestOpenDrifts({ openDrifts = [] }: Report): string {
  const open = openDrifts.map(({ id, verdicts }) => [id, verdicts.at(-1)?.outcome ?? '']);
  return contentId('o', open.sort());
}

/** True where a plan was never opened as a proposal. */
function isAnyNew(known: readonly KnownProposal[], planned: readonly PlannedProposal[]): boolean {
  const byIntent = groupBy(known, ({ intent }) => intent);
  return planned.some(({ intent, digest }) => {
    const own = byIntent.get(intent) ?? [];
    return !own.some((each) => each.digest === digest || each.protectedTip !== undefined);
  });
}
