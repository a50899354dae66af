import type { Stack } from '../../config/service/stacks.ts';
import { day, hour, shiftTime } from '../../model/instant.ts';
import type { Problem } from '../../model/result.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenGroups, stateKey } from '../../ports/store/state/keys.ts';
import type { Losses } from '../../ports/store/state/schemas.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';
import type { ReconcileDeps, ReconcileJob } from './deps.ts';

/** Number of consecutive losses after which the stack is set aside. */
const max = 2;

/** Milliseconds for which losses are remembered. */
const memory = 400 * day;

/**
 * Milliseconds that a stack stays aside after it was set aside repeatedly, even if something is
 * new. Without the pause, anybody who changes its code or calls its cloud could occupy a worker
 * permanently.
 */
const firstPause = 15 * 60_000;
const longestPause = 4 * hour;

const lossCodes: ReadonlySet<string> = new Set(['run-timeout', 'run-memory', 'run-crashed']);

/**
 * True for problems that ended the process of a run, rather than ones that the run reported itself.
 */
export function isLoss({ code }: Problem): boolean {
  return lossCodes.has(code);
}

type SetAsideDeps = Pick<ReconcileDeps, 'store' | 'now'>;

/** Undefined when the last run was not lost. */
export async function lastLosses(
  lastSeen: Pick<LastSeenLog, 'get'>,
  key: StackKey,
): Promise<Losses | undefined> {
  return (await lastSeen.get(key.tenant, keyOf(key)))?.value;
}

export function isSetAside(losses: Losses | undefined): boolean {
  return losses !== undefined && losses.count >= max;
}

/** What happened to a run. */
export interface LostRun {
  readonly problem: Problem;
  readonly revision: string;
  /** When the run began, ISO 8601 UTC. */
  readonly began: string;
}

/** Adds a lost run to the losses of a stack. */
export async function keepLoss(
  { store, now }: SetAsideDeps,
  key: StackKey,
  { problem, revision, began }: LostRun,
): Promise<Losses> {
  const before = await lastLosses(store.lastSeen, key);
  const { code, message, hint = '' } = problem;
  const at = now();
  const count = Math.min((before?.count ?? 0) + 1, max);
  const asides = (before?.asides ?? 0) + (count < max ? 0 : 1);
  const value: Losses = { count, asides, code, message, hint, revision, began, at };
  const until = shiftTime(at, memory);
  await store.lastSeen.put(key.tenant, keyOf(key), { value, until });
  return value;
}

export async function endLosses({ store }: SetAsideDeps, key: StackKey): Promise<void> {
  await store.lastSeen.drop(key.tenant, keyOf(key));
}

/** Whether there is a reason to try a stack again that was set aside. */
export async function comesBack(
  { store, now }: SetAsideDeps,
  stack: Stack,
  losses: Losses,
  { cause, revision }: Pick<ReconcileJob, 'cause'> & { readonly revision: string },
): Promise<boolean> {
  if (cause === 'person') return true;
  if (Date.parse(now()) < Date.parse(losses.at) + pauseOf(losses)) return false;
  if (revision !== losses.revision) return true;
  const { sources } = stack;
  const fresh = await store.collected(stack.tenant).oldest(losses.began);
  return fresh.some(({ source }) => sources === undefined || sources.includes(source));
}

/** None at first; then twice as long each time. */
function pauseOf({ asides }: Losses): number {
  return asides < 2 ? 0 : Math.min(firstPause * 2 ** (asides - 2), longestPause);
}

/** The problem as it is shown to people. */
export function setAsideProblem({ message }: Losses): Problem {
  return {
    code: 'stack-set-aside',
    message: `The stack is set aside, since ${max} runs of it were lost. ${message}`,
    hint: 'It is scanned again when its code or its records change, or when somebody asks for a scan.',
  };
}

/** The problem of a run whose worker disappeared. */
export const abandoned: Problem = {
  code: 'run-abandoned',
  message: 'The process that did the run was killed, or stopped responding.',
  hint: 'Check whether the machine has enough memory, and what ended the process.',
};

function keyOf({ stack }: StackKey) {
  return stateKey(lastSeenGroups.losses, stack);
}

/** Names of the stacks of a tenant that are set aside, sorted. */
export async function setAsideIn(
  lastSeen: Pick<LastSeenLog, 'list'>,
  tenant: string,
): Promise<readonly string[]> {
  const found = await lastSeen.list(tenant, lastSeenGroups.losses);
  return found.filter(({ value }) => isSetAside(value)).map(({ name }) => name);
}
