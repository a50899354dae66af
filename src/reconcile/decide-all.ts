import { naming, type Program } from '../code/terraform/program.ts';
import type { Decision } from '../model/decision.ts';
import { ok, type Result } from '../model/result.ts';
import type { TraceLine } from '../model/trace.ts';
import type { Deadline } from './again/deadline.ts';
import type { Decided } from './conclude.ts';
import { adviseOn } from './decide/advise.ts';
import { createAnsweredAs } from './decide/answer-finder.ts';
import { standingAnswers } from './decide/answers.ts';
import { arbitrate, contentionsOf, decideInputOf, withDeclared } from './decide/arbitrate.ts';
import { compareEnds, endDelegations } from './decide/expired.ts';
import { createHarmReader } from './decide/harm.ts';
import { lapsedAnswers } from './decide/lapsed-answers.ts';
import { decisionScopeOf } from './decide/only.ts';
import { applyIgnoreRules } from './drift/apply-ignore-rules.ts';
import { touchedOnly, withCoverage } from './drift/coverage.ts';
import { inStateOnly } from './drift/in-state-only.ts';
import { settlePending } from './drift/pending.ts';
import type { LiveState } from './drift/read-back.ts';
import { readingsOf } from './drift/readings.ts';
import { withSince } from './drift/since-before.ts';
import { sortTrace } from './ingest/trace-line.ts';
import { traceOutcomes } from './ingest/trace-outcomes.ts';
import { codeHistory, withCommits } from './managed/code-history.ts';
import { earlierPlaces, openDriftPlaces } from './memory/earlier-places.ts';
import { withoutOldSecrets, withoutRenewed } from './memory/secrets.ts';
import { followReferences, yetToFollow } from './patch/followers.ts';
import { settleQuestions, stillOpen } from './questions/settle.ts';
import { type QuestionFacts, unknownCalls } from './questions/unknown-findings.ts';
import { unresolvedFrom } from './report/unresolved.ts';
import type { RunInput } from './run-types.ts';
import { foldDrift, foldObjects, formerAddressesIn, infer, withObserved } from './stages.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { TranslatedLog } from './translate-log.ts';

/** From the translated log, and live values if they were read, to verdicts. */
export async function decideAll(
  translatedLog: TranslatedLog,
  live: LiveState | undefined,
  watch: Stopwatch,
  deadline: Deadline,
): Promise<Result<Decided>> {
  const { recalled, translated, effects } = translatedLog;
  const { rules, regions, learning } = translatedLog.log;
  const { input, ingested, loaded, index } = translatedLog.stage;
  const clock = { now: input.startedAt, compared: deadline.compared };
  const following = followReferences(translatedLog.stage, effects, live);
  const folded = foldObjects(
    following.stage,
    foldDrift(following.stage, withoutOldSecrets(effects, live), live),
    translated,
  );
  const readings = readingsOf(input, live, folded.net.drifts);
  const read = withObserved(following.stage, readings);
  const settled = settlePending(folded.net, input.startedAt, input.pending, {
    events: read.ingested.events,
    isBaseline: input.isBaseline === true,
    open: openDriftPlaces(input),
  });
  const stage = withObserved(read, settled.observed);
  const actorOf = (event: string) => stage.ingested.events.get(event)?.actor;
  const left = applyIgnoreRules(withCoverage(settled.net, effects), rules, index, actorOf);
  const { ignored } = left;
  const places = [...left.net.drifts, ...earlierPlaces(input, left.net)];
  const history = await codeHistory(input.blame, stage.loaded.project, places);
  const { net, renewed } = withoutRenewed(left.net, history);
  const questions = settleQuestions({
    stage: translatedLog.stage,
    effects: translated.effects,
    live,
    rules,
  });
  watch.lap('drift');
  const harmOf = createHarmReader(stage, net.drifts);
  const inferred = withDeclared(stage, net, withSince(infer(stage, net, harmOf), net, stage));
  const given = input.answers ?? [];
  const former = formerAddressesIn(stage);
  const answers = standingAnswers(given, inferred, net.drifts, clock, former);
  const contentions = contentionsOf(stage, net);
  const {
    decisions: decided,
    ruled,
    record,
    external,
    unresolved: unasked,
  } = await arbitrate(stage, {
    ...decideInputOf({ ...stage, harmOf, clock }, net, inferred, history),
    answers,
  });
  const { product } = input.loadOptions;
  const decisions = withCommits(decided, net.drifts, history).map((decision) =>
    inProgram(product, decision),
  );
  watch.lap('decide');
  // Comes after the decisions, which the model's reading must not influence.
  const { intents, advice, tokens } = await adviseOn(stage, net, inferred, learning);
  watch.lap('advice');
  compareEnds(stage, deadline.compared);
  const expired = endDelegations(stage, folded.net.left, live, clock);
  const all = [...intents, ...expired.map((each) => each.intent)];
  const found = [...net.drifts, ...expired.flatMap(({ drifts }) => drifts)];
  const answeredAs = createAnsweredAs(given, net.drifts, former);
  const { only } = input;
  const scope = only === undefined ? undefined : decisionScopeOf(only, all, found, answeredAs);
  if (scope?.ok === false) return scope;
  const trace: readonly TraceLine[] = input.traced
    ? [...ingested.trace, ...translated.trace, ...traceOutcomes(net, ingested.events)]
    : [];
  return ok({
    stage,
    watch,
    compared: deadline.compared,
    ...(scope === undefined ? {} : { scope: scope.value }),
    net,
    all: folded.net,
    followers: yetToFollow(following.followers, folded.net.settled),
    recalled,
    commitOf: history.commitOf,
    ignored,
    questions,
    renewed,
    halves: translatedLog.halves,
    intents,
    decisions,
    expired,
    contentions,
    unresolved: [
      ...loaded.problems.map((problem) => unresolvedFrom(problem)),
      ...folded.unresolved,
      ...ingested.unresolved,
      ...regions,
      ...stillOpen(translated.unresolved, questions, ingested.events),
      ...unknownCalls(questions.open, questionFacts(input)),
      ...touchedOnly(net.drifts, ingested.events),
      ...inStateOnly(net.stateOnly, ingested.events),
      ...lapsedAnswers({
        ...{ answers: given, standing: answers, intents: inferred, drifts: net.drifts },
        ...{ former, clock },
      }),
      ...(live?.unresolved ?? []),
      ...unasked,
    ],
    live,
    pending: settled.pending,
    seen: settled.seen,
    trace: sortTrace(trace),
    learning,
    record,
    ruled,
    harmOf,
    answers: [...answers, ...expired.flatMap(({ answer }) => answer ?? [])],
    advice,
    tokens,
    external,
  });
}

function questionFacts({ memory, catalog }: RunInput): QuestionFacts {
  const since = new Map((memory?.questions ?? []).map((one) => [one.id, one.firstSeen]));
  return {
    since: (id) => since.get(id),
    knows: (service, operation) => catalog.knows(service, operation),
    remembers: memory !== undefined,
  };
}

function inProgram(program: Program | undefined, decision: Decision): Decision {
  const { verdict, explanation } = decision;
  return {
    ...decision,
    verdict: { ...verdict, because: naming(program, verdict.because) },
    explanation: explanation.map((line) => naming(program, line)),
  };
}
