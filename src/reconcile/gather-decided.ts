import { ok, type Result } from '../model/result.ts';
import type { Deadline } from './again/deadline.ts';
import type { Decided } from './conclude.ts';
import { createAnsweredAs } from './decide/answer-finder.ts';
import { findRequestedDrifts, type RequestedDrifts } from './decide/only.ts';
import { touchedOnly } from './drift/coverage.ts';
import { inStateOnly } from './drift/in-state-only.ts';
import { sortTrace } from './ingest/trace-line.ts';
import { traceOutcomes } from './ingest/trace-outcomes.ts';
import { stillOpen } from './questions/settle.ts';
import { type QuestionFacts, unknownCalls } from './questions/unknown-findings.ts';
import type { Verdicts } from './reach-verdicts.ts';
import { unresolvedFrom } from './report/unresolved.ts';
import type { RunInput } from './run-input.ts';
import type { Settled, SettledDrift } from './settle-drift.ts';
import { formerAddressesIn, type Stage } from './stages.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { TranslatedLog } from './translate-log.ts';

interface Watched {
  readonly watch: Stopwatch;
  readonly deadline: Deadline;
}

/** What the steps before found, for the conclusion. Fails if a requested finding is unknown. */
export function gatherDecided(
  translatedLog: TranslatedLog,
  { stage, drift }: Settled,
  verdicts: Verdicts,
  { watch, deadline }: Watched,
): Result<Decided> {
  const { learning } = translatedLog.log;
  const scope = askedScope(stage, drift, verdicts);
  if (!scope.ok) return scope;
  return ok({
    ...{ stage, watch, drift, verdicts, learning },
    compared: deadline.compared,
    ...(scope.value && { scope: scope.value }),
    unresolved: findingsOf(translatedLog, drift, verdicts),
    trace: traceOf(translatedLog, drift),
  });
}

/** The requested part of the findings; undefined for everything. */
function askedScope(
  stage: Stage,
  { net }: SettledDrift,
  { intents, expired }: Verdicts,
): Result<RequestedDrifts | undefined> {
  const { patching, people } = stage.input;
  if (patching.only === undefined) return ok(undefined);
  const all = [...intents, ...expired.map(({ intent }) => intent)];
  const found = [...net.drifts, ...expired.flatMap(({ drifts }) => drifts)];
  const former = formerAddressesIn(stage);
  const answeredAs = createAnsweredAs(people.answers ?? [], net.drifts, former);
  return findRequestedDrifts(patching.only, all, found, answeredAs);
}

/** What a person must look at, whatever happens to the patches. */
function findingsOf(
  { log, stage, translated }: TranslatedLog,
  { net, questions, live, unfolded }: SettledDrift,
  { undecided }: Verdicts,
): Decided['unresolved'] {
  const { events, unresolved } = stage.ingested;
  return [
    ...stage.loaded.problems.map((problem) => unresolvedFrom(problem)),
    ...unfolded,
    ...unresolved,
    ...log.regions,
    ...stillOpen(translated.unresolved, questions, events),
    ...unknownCalls(questions.open, questionFacts(stage.input)),
    ...touchedOnly(net.drifts, events),
    ...inStateOnly(net.stateOnly, events),
    ...(live?.unresolved ?? []),
    ...undecided,
  ];
}

function traceOf({ stage, translated }: TranslatedLog, { net }: SettledDrift): Decided['trace'] {
  const { input, ingested } = stage;
  if (!input.log.traced) return [];
  return sortTrace([
    ...ingested.trace,
    ...translated.trace,
    ...traceOutcomes(net, ingested.events),
  ]);
}

function questionFacts({ earlier, providers: { catalog } }: RunInput): QuestionFacts {
  const { memory } = earlier;
  const since = new Map((memory?.questions ?? []).map((one) => [one.id, one.firstSeen]));
  return {
    since: (id) => since.get(id),
    knows: (service, operation) => catalog.knows(service, operation),
    remembers: memory !== undefined,
  };
}
