import type { Stack } from '../../config/service/stacks.ts';
import { day, minute, shiftTime } from '../../model/instant.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { CurrentProposal, PersonComment } from '../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { ForgeLook } from '../../ports/store/state/schemas.ts';
import { isAboutAll } from '../propose/problems.ts';
import { knownAs } from './concerned.ts';
import type { FeedbackDeps, ProposalPlace } from './deps.ts';
import { handleProposal } from './handle-proposal.ts';

/**
 * Clocks differ, and forges give times in whole seconds, so the last moments before the previous
 * pass are read again.
 */
const overlap = 2 * minute;

/** Milliseconds for which closed or merged proposals are still read for comments. */
const afterlife = 30 * day;

export interface LookRequest {
  /** A name that only one process uses at a time. */
  readonly by: string;
  readonly signal: AbortSignal;
}

/**
 * Compares the recorded proposals of a stack with the forge, and handles what people did in the
 * meantime. Asks for what changed since the last pass, and once a day for everything that is open.
 */
export async function lookAtStack(
  deps: FeedbackDeps,
  stack: Stack,
  { by, signal }: LookRequest,
): Promise<Result<void>> {
  const found = deps.forges.of(stack);
  if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
  const key = { tenant: stack.tenant, stack: stack.name };
  const place: ProposalPlace = { key, stack, forge: found.value };
  const begun = deps.now();
  const seenBefore = await deps.store.lastSeen.get(key.tenant, lastSeenKeys.forgeLook(stack.name));
  const before = seenBefore?.value ?? unseen;
  const listed = await listChanged(deps, place, { begun, before });
  if (!listed.ok) return listed;
  const { proposals, isThorough } = listed.value;
  let problem: Problem | undefined;
  for (const standing of proposals) {
    if (signal.aborted || (problem !== undefined && isAboutAll(problem))) break;
    const done = await handleOne(deps, place, standing, by);
    if (!done.ok) problem ??= done.error;
  }
  if (signal.aborted) return ok(undefined);
  const seen = problem === undefined ? latestChange(proposals, before.seen) : before.seen;
  const isAll = isThorough && problem === undefined;
  // A forge whose clock is ahead must not hide later changes.
  const next = { at: begun, seen: seen < begun ? seen : begun, all: isAll ? begun : before.all };
  await keepLook(deps, place, next);
  return problem === undefined ? ok(undefined) : { ok: false, error: problem };
}

/** When a stack was last compared with its forge, ISO 8601 UTC; undefined before the first look. */
export async function lastLook(
  { store }: Pick<FeedbackDeps, 'store'>,
  { tenant, name }: Pick<Stack, 'tenant' | 'name'>,
): Promise<string | undefined> {
  return (await store.lastSeen.get(tenant, lastSeenKeys.forgeLook(name)))?.value.at;
}

const beginning = '1970-01-01T00:00:00.000Z';

/** The value before the first pass. */
const unseen: ForgeLook = { at: beginning, all: beginning, seen: beginning };

interface Listed {
  readonly proposals: readonly CurrentProposal[];
  readonly isThorough: boolean;
}

async function listChanged(
  deps: FeedbackDeps,
  place: ProposalPlace,
  { begun, before }: { readonly begun: string; readonly before: ForgeLook },
): Promise<Result<Listed>> {
  const { proposals } = place.forge;
  // A local repository has no times for what people do there, and reading it costs nothing.
  const isSilent = place.forge.kind === 'local';
  const isDue = Date.parse(begun) - Date.parse(before.all) >= day;
  const since = isSilent || isDue ? beginning : shiftTime(before.seen, -overlap);
  const changed = await proposals.changedSince(since);
  if (!changed.ok) return changed;
  const isThorough = isDue || !changed.value.isComplete;
  if (!isThorough) return ok({ proposals: changed.value.proposals, isThorough });
  const rest = await readRest(deps, place, changed.value.proposals, begun);
  return rest.ok ? ok({ proposals: rest.value, isThorough }) : rest;
}

/**
 * The listed proposals, and the recorded ones missing from the list on which people may still act.
 */
async function readRest(
  { store }: FeedbackDeps,
  { key, forge }: ProposalPlace,
  listed: readonly CurrentProposal[],
  begun: string,
): Promise<Result<readonly CurrentProposal[]>> {
  const known = await store.proposals.list(key, 'all');
  const isAlive = ({ state, updatedAt }: KnownProposal) =>
    state === 'open' || updatedAt > shiftTime(begun, -afterlife);
  const seen = new Set(listed.map(({ number }) => number));
  const all = listed.filter(
    ({ changedAt, state }) => state === 'open' || changedAt > shiftTime(begun, -afterlife),
  );
  for (const one of known) {
    if (one.forge !== forge.name || seen.has(one.number) || !isAlive(one)) continue;
    const found = await forge.proposals.find({ kind: 'number', number: one.number });
    if (!found.ok) return found;
    all.push(...found.value);
  }
  return ok(all.sort((a, b) => a.number - b.number));
}

async function handleOne(
  deps: FeedbackDeps,
  place: ProposalPlace,
  standing: CurrentProposal,
  by: string,
): Promise<Result<void>> {
  const comments = await commentsOn(deps, place, standing);
  return comments.ok
    ? handleProposal(deps, place, standing, { by, comments: comments.value })
    : comments;
}

/**
 * A local repository has no comments. Comments on a proposal of another stack are read by that
 * stack.
 */
async function commentsOn(
  deps: FeedbackDeps,
  place: ProposalPlace,
  standing: CurrentProposal,
): Promise<Result<readonly PersonComment[]>> {
  if (place.forge.kind === 'local') return ok([]);
  const known = await knownAs(deps, place, standing);
  return known === undefined ? ok([]) : place.forge.proposals.comments(standing.number);
}

function latestChange(proposals: readonly CurrentProposal[], before: string): string {
  return proposals.reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), before);
}

async function keepLook(
  { store }: FeedbackDeps,
  { key }: ProposalPlace,
  look: ForgeLook,
): Promise<void> {
  const until = shiftTime(look.at, 400 * day);
  await store.lastSeen.put(key.tenant, lastSeenKeys.forgeLook(key.stack), { value: look, until });
}
