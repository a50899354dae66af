import type { StackForge } from '../../adapters/forge/create.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { KeptDelivery, KnownProposal } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type {
  CommentEvent,
  FeedbackDeps,
  ProposalEvent,
  ProposalPlace,
  PullEvent,
} from './deps.ts';

/**
 * The stacks in the repository of an event, each with its forge. Several stacks may share a
 * repository.
 */
export function proposalPlaces(
  deps: Pick<FeedbackDeps, 'forges' | 'stacks'>,
  delivery: KeptDelivery,
  event: ProposalEvent | CommentEvent | PullEvent,
): readonly ProposalPlace[] {
  return deps.stacks.flatMap((stack) => {
    const forge = findEventForge(deps, stack, delivery, event);
    const key: StackKey = { tenant: stack.tenant, stack: stack.name };
    return forge === undefined ? [] : [{ key, stack, forge }];
  });
}

/** The forge of a stack, if the event came from that forge and repository. */
export function findEventForge(
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

/**
 * The proposal as the store has it, or as it would be recorded now. Undefined for pull requests
 * that no plan of the stack produced: those belong to others.
 */
export async function knownAs(
  { store, now }: Pick<FeedbackDeps, 'store' | 'now'>,
  { key, forge }: Pick<ProposalPlace, 'key' | 'forge'>,
  standing: CurrentProposal,
): Promise<KnownProposal | undefined> {
  const known = await store.proposals.byNumber(key, forge.name, standing.number);
  if (known?.digest === standing.digest) return known;
  // People may act before the process that opened the proposal records it, or that process was
  // killed.
  const run = await store.runs.latestHead(key);
  if (run === undefined) return known;
  const { number, intent, digest, branch, commit, location } = standing;
  const plan = (await store.runs.planned(key, run.id)).find(
    (one) => one.intent === intent && one.digest === digest && one.branch === branch,
  );
  if (plan === undefined) return known;
  const { kind, title, addresses } = plan;
  const at = now();
  return {
    ...key,
    forge: forge.name,
    ...{ number, kind, intent, digest, branch, commit, title, location, addresses },
    state: known?.state ?? 'open',
    run: run.id,
    openedAt: known?.openedAt ?? at,
    updatedAt: known?.updatedAt ?? at,
  };
}
