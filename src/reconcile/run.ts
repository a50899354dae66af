import { naming, type Program, programProblem } from '../code/terraform/program.ts';
import { createStateIndex } from '../code/terraform/state/index.ts';
import type { Decision } from '../model/decision.ts';
import { fail, ok, type Result } from '../model/result.ts';
import type { TraceLine } from '../model/trace.ts';
import { concludeRun } from './conclude.ts';
import { adviseOn } from './decide/advise.ts';
import { standingAnswers } from './decide/answers.ts';
import { arbitrate, contentionsOf, decideInputOf, withDeclared } from './decide/arbitrate.ts';
import { endDelegations, endedDelegations } from './decide/expired.ts';
import { createHarmReader } from './decide/harm.ts';
import { decisionScopeOf } from './decide/only.ts';
import { applyIgnoreRules, readIgnoreRules } from './drift/apply-ignore-rules.ts';
import { touchedOnly, withDepths } from './drift/depth.ts';
import { settlePending } from './drift/pending.ts';
import { readTouched } from './drift/read-back.ts';
import { withSince } from './drift/since-before.ts';
import { joinHalves } from './halves/join.ts';
import { ingest } from './ingest/ingest.ts';
import { createIrrelevantEvent } from './ingest/irrelevant.ts';
import { learn } from './ingest/learn.ts';
import { checkRegions } from './ingest/regions.ts';
import { sortTrace } from './ingest/trace-line.ts';
import { traceOutcomes } from './ingest/trace-outcomes.ts';
import { collectEffects } from './ingest/translate.ts';
import { codeHistory, withCommits } from './managed/code-history.ts';
import { brokenCode, loadProject } from './managed/load-project.ts';
import { loadManifests } from './managed/objects.ts';
import { createTouchFinder } from './managed/unknown-call.ts';
import { unreadManifest } from './managed/unread-manifests.ts';
import { recallDrifts, withStateNews } from './memory/recall.ts';
import { earlierPlaces, openDriftPlaces, rememberedAddresses } from './memory/remember.ts';
import { withoutOldSecrets, withoutRenewed } from './memory/secrets.ts';
import { followReferences, yetToFollow } from './patch/followers.ts';
import { namedBy } from './questions/asked.ts';
import { withHiddenCalls } from './questions/hidden-calls.ts';
import { settleQuestions, stillOpen } from './questions/settle.ts';
import { type QuestionFacts, unknownCalls } from './questions/unknown-findings.ts';
import { unresolvedFrom } from './report/unresolved.ts';
import type { RunInput, RunResult } from './run-types.ts';
import {
  createTranslator,
  foldDrift,
  foldObjects,
  infer,
  type Stage,
  withObserved,
} from './stages.ts';
import { createStopwatch } from './stopwatch.ts';

/**
 * From audit records to decisions and verified patches: the order of the stages. Fails when input
 * that was asked for cannot be read; what is wrong with single records is in the report.
 */
export async function run(input: RunInput): Promise<Result<RunResult>> {
  const watch = createStopwatch(input.elapsed);
  const index = createStateIndex(input.state, input.schema);
  const loaded = loadProject(input.tree, input.loadOptions, index);
  const broken =
    brokenCode(loaded.problems) ?? unreadManifest(input.loadOptions, input.manifests ?? []);
  if (broken !== undefined) return fail(programProblem(input.loadOptions.product, broken));
  watch.lap('load');
  const { signatures } = input;
  const manifests = loadManifests(input.tree, input.manifests);
  const translate = createTranslator(input, loaded, index, manifests);
  const touched = createTouchFinder(input.state, index);
  const read = await ingest(input.items, {
    signatures,
    translate,
    touched,
    scopes: input.scopes,
    irrelevantEvent: createIrrelevantEvent(input.adopt, index),
    traced: input.traced,
  });
  if (!read.ok) return read;
  const rules = readIgnoreRules(input.tree);
  if (!rules.ok) return rules;
  const regions = checkRegions(read.value);
  if (!regions.ok) return regions;
  watch.lap('ingest');
  const learning = await learn(input, read.value.events, index);
  const joined = joinHalves(
    { ...read.value, events: learning.events },
    withStateNews(input, index),
  );
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
  const left = applyIgnoreRules(withDepths(settled.net, effects), rules.value, index, actorOf);
  const { ignored } = left;
  const places = [...left.net.drifts, ...earlierPlaces(input, left.net)];
  const history = await codeHistory(input.blame, stage.loaded.project, places);
  const { net, renewed } = withoutRenewed(left.net, history);
  const questions = settleQuestions({
    stage: logged,
    effects: translated.effects,
    live,
    rules: rules.value,
  });
  watch.lap('drift');
  const harmOf = createHarmReader(stage);
  const inferred = withDeclared(stage, net, withSince(infer(stage, net, harmOf), net, stage));
  const answers = standingAnswers(input.answers ?? [], inferred, net.drifts, input.startedAt);
  const contentions = contentionsOf(stage, net);
  const {
    decisions: decided,
    ruled,
    record,
    outside,
    unresolved: unasked,
  } = await arbitrate(stage, {
    ...decideInputOf({ ...stage, harmOf }, net, inferred, history),
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
  const expired = endDelegations(stage, folded.net.left, live);
  const all = [...intents, ...expired.map((each) => each.intent)];
  const found = [...net.drifts, ...expired.flatMap(({ drifts }) => drifts)];
  const scope = input.only === undefined ? undefined : decisionScopeOf(input.only, all, found);
  if (scope?.ok === false) return scope;
  const trace: readonly TraceLine[] = input.traced
    ? [...ingested.trace, ...translated.trace, ...traceOutcomes(net, ingested.events)]
    : [];
  return ok(
    concludeRun({
      stage,
      watch,
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
        ...regions.value,
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
    }),
  );
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
