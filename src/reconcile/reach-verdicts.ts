import { naming, type Program } from '../code/terraform/program.ts';
import type { Contention } from '../model/contention.ts';
import type { Decision } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { HarmReading } from '../model/harm.ts';
import type { Intent } from '../model/intent.ts';
import type { Report, Unresolved } from '../model/report.ts';
import type { GivenAnswer } from '../stages/arbitration/answer/types.ts';
import type { Deadline } from './again/deadline.ts';
import { adviseOn } from './decide/advise.ts';
import { standingAnswers } from './decide/answers.ts';
import { arbitrate, createDecideInput, findContentions, withDeclared } from './decide/arbitrate.ts';
import { compareEnds, type Expiry, endDelegations } from './decide/expired.ts';
import { createHarmReader } from './decide/harm.ts';
import { lapsedAnswers } from './decide/lapsed-answers.ts';
import { withSince } from './drift/since-before.ts';
import type { Learning } from './ingest/learn.ts';
import { withCommits } from './managed/code-history.ts';
import type { RunResult } from './run-types.ts';
import type { Settled } from './settle-drift.ts';
import { formerAddressesIn, infer } from './stages.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The intents behind the drifts, and what becomes of each. */
export interface Verdicts {
  readonly intents: readonly Intent[];
  readonly decisions: readonly Decision[];
  /** Delegations that ended. */
  readonly expired: readonly Expiry[];
  readonly contentions: readonly Contention[];
  readonly record: RunResult['record'];
  readonly ruled: RunResult['ruled'];
  readonly answers: readonly GivenAnswer[];
  readonly advice: Report['advice'] | undefined;
  readonly tokens: Report['tokens'];
  readonly external: RunResult['external'] | undefined;
  readonly harmOf: (drift: Drift) => HarmReading;
  /** Answers that no longer apply, and policies that could not be asked. */
  readonly undecided: readonly Unresolved[];
}

interface VerdictContext {
  readonly learning: Learning;
  readonly watch: Stopwatch;
  readonly deadline: Deadline;
}

/** Infers the intents, and has policy, answers and declarations decide about them. */
export async function reachVerdicts(
  { stage, drift: { net, history, left, live } }: Settled,
  { learning, watch, deadline }: VerdictContext,
): Promise<Verdicts> {
  const { input } = stage;
  const clock = { now: input.startedAt, compared: deadline.compared };
  const harmOf = createHarmReader(stage, net.drifts);
  const inferred = withDeclared(stage, net, withSince(infer(stage, net, harmOf), net, stage));
  const given = input.people.answers ?? [];
  const former = formerAddressesIn(stage);
  const answers = standingAnswers(given, inferred, net.drifts, clock, former);
  const contentions = findContentions(stage, net);
  const arbitrated = await arbitrate(stage, {
    ...createDecideInput({ ...stage, harmOf, clock }, net, inferred, history),
    answers,
  });
  const { product } = input.code.loadOptions;
  const decisions = withCommits(arbitrated.decisions, net.drifts, history).map((decision) =>
    inProgram(product, decision),
  );
  watch.lap('decide');
  // Comes after the decisions, which the model's reading must not influence.
  const advised = await adviseOn(stage, net, inferred, learning);
  watch.lap('advice');
  compareEnds(stage, deadline.compared);
  const expired = endDelegations(stage, left, live, clock);
  return {
    ...{ intents: advised.intents, advice: advised.advice, tokens: advised.tokens },
    ...{ decisions, expired, contentions, harmOf },
    record: arbitrated.record,
    ruled: arbitrated.ruled,
    external: arbitrated.external,
    answers: [...answers, ...expired.flatMap(({ answer }) => answer ?? [])],
    undecided: [
      ...lapsedAnswers({
        ...{ answers: given, standing: answers, intents: inferred, drifts: net.drifts },
        ...{ former, clock },
      }),
      ...arbitrated.unresolved,
    ],
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
