import type { Stack } from '../../config/service/stacks.ts';
import type { StackForge } from '../../forge/create.ts';
import type { StackKey } from '../ports/stack-key.ts';
import type { KeptDelivery, KnownProposal } from '../ports/store.ts';
import type { CommentEvent, Concerned, FeedbackDeps, ProposalEvent } from './deps.ts';

/**
 * Whose proposal it is. Several stacks may share a repository; pull requests that no stack knows are
 * somebody else's.
 */
export async function concernedBy(
  deps: FeedbackDeps,
  delivery: KeptDelivery,
  event: ProposalEvent | CommentEvent,
): Promise<Concerned | undefined> {
  for (const stack of deps.stacks) {
    const forge = forgeOf(deps, stack, delivery, event);
    if (forge === undefined) continue;
    const key: StackKey = { tenant: stack.tenant, stack: stack.name };
    const known =
      (await deps.store.proposals.byNumber(key, forge.name, event.number)) ??
      (event.kind === 'proposal' ? await planned(deps, key, forge, delivery, event) : undefined);
    if (known !== undefined) return { key, stack, forge, known, delivery };
  }
  return undefined;
}

function forgeOf(
  { forges }: FeedbackDeps,
  stack: Stack,
  { tenant, forge }: KeptDelivery,
  event: ProposalEvent | CommentEvent,
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
  { number, intent, digest, branch }: ProposalEvent,
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
