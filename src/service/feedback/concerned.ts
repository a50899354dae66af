import type { Stack } from '../../config/service/stacks.ts';
import { parseCommands } from '../../forge/command/parse.ts';
import type { StackForge } from '../../forge/create.ts';
import { ok, type Result } from '../../model/result.ts';
import type { StackKey } from '../ports/stack-key.ts';
import type { KeptDelivery, KnownProposal } from '../ports/store.ts';
import { isPassing } from '../reconcile/trouble.ts';
import type { CommentEvent, Concerned, FeedbackDeps, ProposalEvent, PullEvent } from './deps.ts';

/**
 * Whose proposal it is. Several stacks may share a repository; pull requests that no stack knows are
 * somebody else's.
 */
export async function concernedBy(
  deps: FeedbackDeps,
  delivery: KeptDelivery,
  event: ProposalEvent | CommentEvent,
): Promise<Result<Concerned | undefined>> {
  for (const stack of deps.stacks) {
    const forge = forgeOf(deps, stack, delivery, event);
    if (forge === undefined) continue;
    const key: StackKey = { tenant: stack.tenant, stack: stack.name };
    const known = await deps.store.proposals.byNumber(key, forge.name, event.number);
    if (known !== undefined) return ok({ key, stack, forge, known, delivery });
    const marker = await markerOf(forge, event);
    if (!marker.ok) return marker;
    const fresh = marker.value && (await planned(deps, key, forge, delivery, marker.value));
    if (fresh !== undefined) return ok({ key, stack, forge, known: fresh, delivery });
  }
  return ok(undefined);
}

type Marker = Pick<ProposalEvent, 'number' | 'intent' | 'digest' | 'branch'>;

/**
 * What the description says that a proposal is of. People may be faster than whoever opened it puts
 * it down, and what they asked for must not be lost; the forge is asked for commands alone.
 */
async function markerOf(
  forge: StackForge,
  event: ProposalEvent | CommentEvent,
): Promise<Result<Marker | undefined>> {
  if (event.kind === 'proposal') return ok(event);
  if (parseCommands(event.text).length === 0) return ok(undefined);
  const found = await forge.proposals.find({ kind: 'number', number: event.number });
  if (found.ok) return ok(found.value[0]);
  // What the forge does not have, or does not show, is none of ours.
  return isPassing(found.error) ? found : ok(undefined);
}

/** The forge of a stack, where it is the one that an event is of, and has that repository. */
export function forgeOf(
  { forges }: Pick<FeedbackDeps, 'forges'>,
  stack: Stack,
  { tenant, forge }: KeptDelivery,
  event: ProposalEvent | CommentEvent | PullEvent,
): StackForge | undefined {
  if (stack.tenant !== tenant || stack.forge !== forge) return undefined;
  const found = forges.of(stack);
  if (!found.ok || found.value === undefined) return undefined;
  const { kind, project } = found.value;
  const isSame = project.toLowerCase() === event.repository.toLowerCase();
  return kind === event.forge && isSame ? found.value : undefined;
}

/** What was opened by who was killed before it could be put down: the plan has the rest of it. */
async function planned(
  { store }: FeedbackDeps,
  key: StackKey,
  forge: StackForge,
  { receivedAt }: KeptDelivery,
  { number, intent, digest, branch }: Marker,
): Promise<KnownProposal | undefined> {
  const run = await store.runs.latestHead(key);
  if (run === undefined) return undefined;
  const plan = (await store.runs.planned(key, run.id)).find(
    (one) => one.intent === intent && one.digest === digest && one.branch === branch,
  );
  if (plan === undefined) return undefined;
  const { kind, title, addresses } = plan;
  return {
    ...key,
    forge: forge.name,
    number,
    kind,
    intent,
    digest,
    branch,
    commit: '',
    title,
    location: '',
    state: 'open',
    run: run.id,
    openedAt: receivedAt,
    updatedAt: receivedAt,
    addresses,
  };
}
