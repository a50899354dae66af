import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { KnownProposal, ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { standingAnswers } from '../../reconcile/decide/answers.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { lastFailure } from '../reconcile/failure.ts';

/** The state of a stack: its latest run, and the answers and proposals since then. */
export interface StackSnapshot {
  /** Id of the run. */
  readonly run: string;
  readonly report: Report;
  /** Digest of what was found and decided. */
  readonly findings: string;
  /** By intent, those that apply to all of it. */
  readonly answers: ReadonlyMap<string, GivenAnswer>;
  /** By intent: the proposal that was written last. */
  readonly proposals: ReadonlyMap<string, KnownProposal>;
}

type Stores = Pick<ServiceStore, 'runs' | 'answers' | 'proposals'>;

/** Undefined before the first run. `now` is ISO 8601 UTC. */
export async function readSnapshot(
  { runs, answers, proposals }: Stores,
  key: StackKey,
  now: string,
): Promise<StackSnapshot | undefined> {
  const latest = await runs.latest(key);
  if (latest === undefined) return undefined;
  const { id, report, findings = id } = latest;
  const given = standingAnswers(await answers.list(key), report.intents, report.drifts, { now });
  const known = await proposals.list(key, 'all');
  return {
    run: id,
    report,
    findings,
    answers: new Map(
      given.filter((answer) => isWhole(answer, report)).map((answer) => [answer.intent, answer]),
    ),
    proposals: new Map([...known].sort(byUpdate).map((proposal) => [proposal.intent, proposal])),
  };
}

function isWhole({ intent, drifts }: GivenAnswer, { intents }: Report): boolean {
  const own = intents.find(({ id }) => id === intent)?.drifts ?? [];
  return drifts === undefined || own.every((id) => drifts.includes(id));
}

/** A text that differs whenever something has changed since, without reading reports. */
export async function snapshotVersion(
  { runs, answers, proposals, lastSeen }: Stores & Pick<ServiceStore, 'lastSeen'>,
  key: StackKey,
): Promise<string> {
  const latest = await runs.latestHead(key);
  const given = await answers.list(key);
  const known = await proposals.list(key, 'all');
  const failure = await lastFailure(lastSeen, key);
  return JSON.stringify([
    latest?.id ?? '',
    given.length,
    failure?.since ?? '',
    known.map(({ number, state, updatedAt }) => [number, state, updatedAt]),
  ]);
}

/** The report with the currently open proposals. */
export function reportNow({ report, proposals }: StackSnapshot): Report {
  const open = [...proposals.values()]
    .filter(({ state }) => state === 'open')
    .map(({ intent, branch, commit, location }) => {
      return { intent, branch, commit, location, state: 'unchanged' } as const;
    });
  return { ...report, proposals: open };
}

function byUpdate(a: KnownProposal, b: KnownProposal): number {
  return compareText(a.updatedAt, b.updatedAt) || a.number - b.number;
}
