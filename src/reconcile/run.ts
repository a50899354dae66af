import { naming, type Program } from '../code/terraform/program.ts';
import type { Decision } from '../model/decision.ts';
import { ok, type Result } from '../model/result.ts';
import type { TraceLine } from '../model/trace.ts';
import { createDeadline } from './again/deadline.ts';
import { notedRepository } from './again/elsewhere.ts';
import { standingOf } from './again/standing.ts';
import { concludeRun } from './conclude.ts';
import { adviseOn } from './decide/advise.ts';
import { standingAnswers } from './decide/answers.ts';
import { arbitrate, contentionsOf, decideInputOf, withDeclared } from './decide/arbitrate.ts';
import { compareEnds, endDelegations, endedDelegations } from './decide/expired.ts';
import { createHarmReader } from './decide/harm.ts';
import { decisionScopeOf } from './decide/only.ts';
import { applyIgnoreRules } from './drift/apply-ignore-rules.ts';
import { touchedOnly, withDepths } from './drift/depth.ts';
import { settlePending } from './drift/pending.ts';
import { readTouched } from './drift/read-back.ts';
import { withSince } from './drift/since-before.ts';
import { joinHalves } from './halves/join.ts';
import { sortTrace } from './ingest/trace-line.ts';
import { traceOutcomes } from './ingest/trace-outcomes.ts';
import { collectEffects } from './ingest/translate.ts';
import { codeHistory, withCommits } from './managed/code-history.ts';
import { recallDrifts, withStateNews } from './memory/recall.ts';
import { earlierPlaces, openDriftPlaces, rememberedAddresses } from './memory/remember.ts';
import { withoutOldSecrets, withoutRenewed } from './memory/secrets.ts';
import { followReferences, yetToFollow } from './patch/followers.ts';
import { namedBy } from './questions/asked.ts';
import { withHiddenCalls } from './questions/hidden-calls.ts';
import { settleQuestions, stillOpen } from './questions/settle.ts';
import { type QuestionFacts, unknownCalls } from './questions/unknown-findings.ts';
import { type ReadLog, readLog } from './read-log.ts';
import { unresolvedFrom } from './report/unresolved.ts';
import type { RunInput, RunResult } from './run-types.ts';
import { foldDrift, foldObjects, infer, type Stage, withObserved } from './stages.ts';

/**
 * From audit records to decisions and verified patches: the order of the stages. Fails when input
 * that was asked for cannot be read; what is wrong with single records is in the report.
 */
export async function run(input: RunInput): Promise<Result<RunResult>> {
  const log = await readLog(input);
  return log.ok ? decideRun(input, log.value) : log;
}

/** The same for a log that was read. */
export async function decideRun(given: RunInput, log: ReadLog): Promise<Result<RunResult>> {
  const elsewhere = given.repository && notedRepository(given.repository);
  const input: RunInput =
    elsewhere === undefined ? given : { ...given, repository: elsewhere.repository };
  const { watch, loaded, index, manifests, ingested: read, rules, regions, learning } = log;
  const deadline = createDeadline(input.startedAt);
  const clock = { now: input.startedAt, compared: deadline.compared };
  const joined = joinHalves({ ...read, events: learning.events }, withStateNews(input, index));
  const recalled = recallDrifts(joined.ingested, joined.memory);
  const { ingested } = recalled;
  const logged: Stage = { input, ingested, loaded, index, manifests };
  const translated = collectEffects(ingested.events.values());
  const effects = withHiddenCalls(logged, translated.effects);
  watch.lap('drift');
  const live = await readTouched(
    logged,
    effects.filter(({ event }) => recalled.read.has(event)),
    [
      ...namedBy(ingested, recalled.read),
      ...rememberedAddresses(input),
      ...endedDelegations(logged).flatMap(({ addresses }) => addresses),
    ],
  );
  if (live !== undefined) watch.lap('read-back');
  const following = followReferences(logged, effects, live);
  const folded = foldObjects(
    following.stage,
    foldDrift(following.stage, withoutOldSecrets(effects, live), live),
    translated,
  );
  const settled = settlePending(folded.net, input.startedAt, input.pending, {
    events: ingested.events,
    isBaseline: input.isBaseline === true,
    open: openDriftPlaces(input),
  });
  const stage = withObserved(following.stage, settled.observed);
  const actorOf = (event: string) => stage.ingested.events.get(event)?.actor;
  const left = applyIgnoreRules(withDepths(settled.net, effects), rules, index, actorOf);
  const { ignored } = left;
  const places = [...left.net.drifts, ...earlierPlaces(input, left.net)];
  const history = await codeHistory(input.blame, stage.loaded.project, places);
  const { net, renewed } = withoutRenewed(left.net, history);
  const questions = settleQuestions({
    stage: logged,
    effects: translated.effects,
    live,
    rules: rules,
  });
  watch.lap('drift');
  const harmOf = createHarmReader(stage);
  const inferred = withDeclared(stage, net, withSince(infer(stage, net, harmOf), net, stage));
  const answers = standingAnswers(input.answers ?? [], inferred, net.drifts, clock);
  const contentions = contentionsOf(stage, net);
  const {
    decisions: decided,
    ruled,
    record,
    outside,
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
  // After the decisions, which a reading must not reach.
  const { intents, advice, tokens } = await adviseOn(stage, net, inferred, learning);
  watch.lap('advice');
  compareEnds(stage, deadline.compared);
  const expired = endDelegations(stage, folded.net.left, live, clock);
  const all = [...intents, ...expired.map((each) => each.intent)];
  const found = [...net.drifts, ...expired.flatMap(({ drifts }) => drifts)];
  const scope = input.only === undefined ? undefined : decisionScopeOf(input.only, all, found);
  if (scope?.ok === false) return scope;
  const trace: readonly TraceLine[] = input.traced
    ? [...ingested.trace, ...translated.trace, ...traceOutcomes(net, ingested.events)]
    : [];
  const result = concludeRun({
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
    halves: joined.halves,
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
    outside,
  });
  const standing = standingOf({
    ...{ log, input, result },
    until: deadline.next(),
    hasHalves: joined.halves.length > 0,
    elsewhere: () => elsewhere?.asked() ?? [],
  });
  return ok(standing === undefined ? result : { ...result, standing });
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
  const { verdict } = decision;
  return { ...decision, verdict: { ...verdict, because: naming(program, verdict.because) } };
}
