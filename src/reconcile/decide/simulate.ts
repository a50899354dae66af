import type { Decision, Verdict } from '../../model/decision.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { StoredRun } from '../../ports/store/run-store.ts';
import { decide } from '../../stages/arbitration/decide.ts';
import { inputFromRecord } from '../../stages/arbitration/replay/record.ts';
import type { Policy } from '../../stages/arbitration/types.ts';

/** A verdict of a past run that another policy would not give. */
export interface ChangedVerdict {
  readonly intent: string;
  readonly drift: string;
  /** Name and class of the actor. */
  readonly actor: { readonly name: string; readonly class: string };
  readonly summary: string;
  readonly address: string;
  readonly path: AttributePath;
  /** The last run that decided on it. */
  readonly run: { readonly id: string; readonly startedAt: string; readonly policy: string };
  readonly before: Verdict;
  readonly after: Verdict;
}

/** What another policy would have decided in recorded runs. */
export interface Simulation {
  readonly runs: number;
  /** Number of verdicts that were decided again, counting each field of an intent once. */
  readonly decisions: number;
  readonly changed: readonly ChangedVerdict[];
  /** Runs that cannot be decided again, by reason. */
  readonly skipped: {
    /** Recorded without the input of their verdicts. */
    readonly unrecorded: number;
    /** Involved an external policy, which would have to be queried again. */
    readonly external: number;
  };
}

interface Replayed {
  readonly before: Decision;
  readonly after: Decision;
  readonly run: StoredRun;
}

/**
 * Decides recorded runs again. If several runs have the same drift, only the last one counts, so
 * that daily runs do not multiply the count.
 */
export function simulate(runs: readonly StoredRun[], policy: Policy): Simulation {
  const skipped = { unrecorded: 0, external: 0 };
  const latest = new Map<string, Replayed>();
  for (const run of [...runs].sort(byTime)) {
    if (hadExternalPolicy(run.report)) skipped.external += 1;
    else if (run.record === undefined) skipped.unrecorded += 1;
    else for (const replayed of replay(run, run.record, policy)) latest.set(replayed.key, replayed);
  }
  const changed = [...latest.values()].filter(({ before, after }) => differ(before, after));
  return {
    runs: runs.length - skipped.unrecorded - skipped.external,
    decisions: latest.size,
    changed: changed.map(changedVerdict).sort(byPlace),
    skipped,
  };
}

/** Reports of an earlier version have it as `outside`. */
function hadExternalPolicy(report: Report): boolean {
  return report.externalPolicy !== undefined || 'outside' in report;
}

type Record = NonNullable<StoredRun['record']>;

function replay(
  run: StoredRun,
  record: Record,
  policy: Policy,
): readonly (Replayed & { readonly key: string })[] {
  const again = new Map(
    decide(inputFromRecord(record, policy)).map((decision) => [keyOf(decision), decision]),
  );
  // Decisions on ended delegations are only in the report; policies do not make them.
  return run.report.decisions.flatMap((before) => {
    const key = keyOf(before);
    const after = again.get(key);
    return after === undefined ? [] : [{ key, before, after, run }];
  });
}

function keyOf({ intent, drift }: Decision): string {
  return `${intent} ${drift}`;
}

/** True if action, expiry, bounds or value differ; wording does not matter. */
function differ(before: Decision, after: Decision): boolean {
  return consequence(before.verdict) !== consequence(after.verdict);
}

function consequence({ outcome, expires, bounds, value }: Verdict): string {
  const { min, max } = bounds ?? {};
  const all: Json = [outcome, expires ?? null, min ?? null, max ?? null, value ?? null];
  return canonicalJson(all);
}

function changedVerdict({ before, after, run }: Replayed): ChangedVerdict {
  const intent = run.report.intents.find(({ id }) => id === before.intent);
  const { id, startedAt, report } = run;
  return {
    intent: before.intent,
    drift: before.drift,
    actor: { name: intent?.actor.name ?? '', class: intent?.actor.class ?? 'unknown' },
    summary: intent?.summary ?? '',
    address: before.address,
    path: before.path,
    run: { id, startedAt, policy: report.policy },
    before: before.verdict,
    after: after.verdict,
  };
}

function byTime(a: StoredRun, b: StoredRun): number {
  return compareText(`${a.startedAt} ${a.id}`, `${b.startedAt} ${b.id}`);
}

function byPlace(a: ChangedVerdict, b: ChangedVerdict): number {
  const key = (one: ChangedVerdict) =>
    JSON.stringify([one.before.outcome, one.after.outcome, one.address, one.path, one.intent]);
  return compareText(key(a), key(b));
}
