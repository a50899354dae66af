import { collectRound } from '../../adapters/collect/collect.ts';
import type { CollectSource } from '../../adapters/collect/types.ts';
import type { Handler } from '../../adapters/queue/types.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { RoundOutcome } from '../../ports/round-outcome.ts';
import type { OutboxJob, ServiceStore } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';

export interface CollectHandlerDeps {
  readonly store: Pick<ServiceStore, 'collected' | 'claims' | 'outbox'>;
  readonly stacks: readonly Stack[];
  /** Undefined for a source that is not in the settings. */
  readonly source: (tenant: string, name: string) => Result<CollectSource> | undefined;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Called for the log. */
  readonly onEvent: (news: CollectEvent) => void;
}

export type CollectEvent = Jobs['collect'] &
  (
    | { readonly kind: 'unknown-source' }
    | { readonly kind: 'note'; readonly stream: string; readonly problem: Problem }
    | { readonly kind: 'collected'; readonly read: number; readonly added: number }
  );

/** Milliseconds for which an unfinished round is remembered. */
const memory = 30 * day;

/**
 * One round of collecting from a source. Its start is recorded first, so that a process killed
 * between storing records and putting jobs leaves a mark: the next round then has the stacks
 * scanned even if it finds nothing new.
 */
export function createCollectHandler(deps: CollectHandlerDeps): Handler<Jobs['collect']> {
  return async (job, signal) => {
    const { tenant, source: name } = job;
    const source = deps.source(tenant, name);
    if (source === undefined) {
      deps.onEvent({ ...job, kind: 'unknown-source' });
      return ok(undefined);
    }
    if (!source.ok) return source;
    const { claims } = deps.store;
    const key = claimKeys.collecting(name);
    const isFirst = await claims.take(tenant, key, {
      value: {},
      until: shiftTime(deps.now(), memory),
    });
    const report = await collectRound(
      [source.value],
      { now: deps.now() },
      { log: deps.store.collected(tenant), now: deps.now, signal },
    );
    const added = recordCollected(deps, job, report);
    if (added > 0 || !isFirst) await deps.store.outbox.put(followUps(deps, job));
    // The next round continues where the signal stopped this one.
    await claims.drop(tenant, key);
    const problem = problemIn(report);
    return problem === undefined ? ok(undefined) : fail(problem);
  };
}

function recordCollected(
  { onEvent }: CollectHandlerDeps,
  job: Jobs['collect'],
  { streams }: RoundOutcome,
): number {
  let [read, added] = [0, 0];
  for (const stream of streams) {
    read += stream.read;
    added += stream.added;
    for (const problem of stream.notes) {
      onEvent({ ...job, kind: 'note', stream: stream.stream, problem });
    }
  }
  onEvent({ ...job, kind: 'collected', read, added });
  return added;
}

function problemIn({ failed, streams }: RoundOutcome): Problem | undefined {
  const [first] = failed;
  if (first !== undefined) return first.problem;
  return streams.find((stream) => stream.failed !== undefined)?.failed;
}

/**
 * One job for each stack that reads the source. `until` is after the records were stored, hence
 * later than the start of any run that could not see them.
 */
function followUps(
  { stacks, now }: CollectHandlerDeps,
  { tenant, source }: Jobs['collect'],
): readonly OutboxJob[] {
  const until = now();
  return stacks
    .filter((stack) => stack.tenant === tenant && (stack.sources?.includes(source) ?? true))
    .map(({ name }) => ({
      queue: 'reconcile',
      job: { tenant, stack: name, cause: 'events', until },
    }));
}
