import type { Decision } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { Intent } from '../model/intent.ts';
import type { Unresolved } from '../model/report.ts';
import type { TraceLine } from '../model/trace.ts';
import type { NetDriftResult } from '../stages/drift/types.ts';
import type { Project } from '../stages/patch/terraform/types.ts';
import { pickedPlaces } from './decide/answers.ts';
import { silentContentions } from './decide/arbitrate.ts';
import { judgeKnowledge } from './decide/knowledge.ts';
import type { RequestedDrifts } from './decide/only.ts';
import { observedIn } from './drift/observed.ts';
import { onlyConfirmed } from './drift/read-back.ts';
import type { Learning } from './ingest/learn.ts';
import { createSaysOtherwise } from './managed/code-says.ts';
import { deploymentsIn } from './managed/deployments.ts';
import { readEarlier } from './memory/confirmed.ts';
import { rememberDrifts } from './memory/remember.ts';
import { settledDrifts } from './memory/settled.ts';
import { answeredTrace, closingTrace } from './memory/trace.ts';
import { withFollowers } from './patch/followers.ts';
import { type Patching, patchIntents } from './patch/patch-intents.ts';
import { patchTools, unpatchedCode } from './patch/patch-tools.ts';
import type { Verdicts } from './reach-verdicts.ts';
import { evidenceLines } from './report/evidence.ts';
import { actorsById } from './report/ledger.ts';
import { makeReport, withExpired } from './report/report.ts';
import type { RunResult } from './run-types.ts';
import type { SettledDrift } from './settle-drift.ts';
import { formerAddressesIn, type Stage } from './stages.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The result of all steps before the code is edited. */
export interface Decided {
  readonly stage: Stage;
  readonly watch: Stopwatch;
  /** Called with each moment with which the time of the run was compared. */
  readonly compared: (moment: number) => void;
  /** The requested part of the findings; undefined for everything. */
  readonly scope?: RequestedDrifts;
  readonly drift: SettledDrift;
  readonly verdicts: Verdicts;
  /** What a person must look at, whatever happens to the patches. */
  readonly unresolved: readonly Unresolved[];
  readonly trace: readonly TraceLine[];
  readonly learning: Learning;
  /** Drifts that a proof rejected, by id. They are left out of the patches and reported. */
  readonly unproved?: ReadonlyMap<string, Unresolved | undefined>;
}

/**
 * Drifts with the values that a plan shows, by id, including additional drifts from the plan, and
 * the decisions on those.
 */
export interface Repair {
  readonly drifts: ReadonlyMap<string, Drift>;
  readonly decisions: readonly Decision[];
}

type Unproved = NonNullable<Decided['unproved']>;

/** Makes the patches that the decisions require, and the result of the run. */
export function concludeRun(decided: Decided): RunResult {
  const { stage, watch, scope, drift, verdicts, learning } = decided;
  const { live } = drift;
  const { input, loaded, ingested } = stage;
  const unproved: Unproved = decided.unproved ?? new Map();
  const { patched, unresolved, project } = patchDecided(decided, unproved);
  const { drifts, reverted } = drift.net;
  const knowledge = judgeKnowledge(learning.used, drifts, [], input.providers.schema, reverted);
  const found = withExpired(
    { ...drift, ...verdicts, patched, unresolved, knowledge },
    verdicts.expired,
  );
  const remembering = rememberDrifts({
    ...drift,
    ...{ stage, learning, knowledge, compared: decided.compared },
    commitOf: drift.history.commitOf,
    net: found.net,
    intents: found.intents,
    decisions: found.decisions,
  });
  return {
    report: makeReport(stage, { ...found, remembering }, watch.laps()),
    record: verdicts.record,
    ruled: verdicts.ruled,
    ...(verdicts.external && { external: verdicts.external }),
    ...(remembering.update === undefined ? {} : { memory: remembering.update }),
    settled: settledDrifts(input.earlier.memory, remembering.update),
    observed: observedIn({ stage, ...drift }),
    saysOtherwise: createSaysOtherwise(stage, drift.history.commitOf),
    ...(live === undefined ? {} : { unexplained: { read: live.read, seen: drift.seen } }),
    ...(live?.failed === undefined ? {} : { unread: live.failed }),
    trace: [
      ...decided.trace,
      ...closingTrace(stage, remembering.closed),
      ...answeredTrace(stage, remembering.questions.closed),
    ],
    patched: scope === undefined ? patched : patched.filter(({ intent }) => scope.has(intent.id)),
    ...(scope === undefined ? {} : { scope }),
    followers: drift.followers,
    learned: learning.used,
    evidence: evidenceLines(found.net, ingested.events),
    actors: actorsById(found.net, ingested.events),
    deployments: deploymentsIn(
      ingested.events.values(),
      stage.index,
      input.judging.context(() => ({})).deployers,
    ),
    project,
    original: loaded.project,
    repaired(repair) {
      watch.lap('verify');
      return concludeRun(withRepair(decided, repair));
    },
    without(refused) {
      watch.lap('verify');
      return concludeRun({ ...decided, unproved: new Map([...unproved, ...refused]) });
    },
  };
}

/** The patches for what is confirmed and not unproved, with everything that a person must see. */
function patchDecided(decided: Decided, unproved: Unproved): Patching<Project> {
  const { stage, watch, drift, verdicts } = decided;
  const { net } = drift;
  const { input } = stage;
  const confirmed = onlyConfirmed(
    verdicts.decisions,
    net.drifts,
    drift.live,
    (address) => stage.index.get(address) !== undefined,
    readEarlier(stage.ingested.events),
  );
  const provable = confirmed.decisions.filter(({ drift }) => !unproved.has(drift));
  const asked = askedOf(decided, provable);
  const answers = input.people.answers ?? [];
  const picks = pickedPlaces(answers, verdicts.intents, net.drifts, formerAddressesIn(stage));
  const { patched, unresolved, project } = patchIntents(
    patchTools(stage, picks),
    unpatchedCode(stage, net.drifts),
    asked.intents,
    asked.decisions,
    new Map(net.drifts.map((each) => [each.id, each])),
    input.patching.patches === 'stacked',
    asked.expired.filter(({ goals }) => !goals.some(({ drift }) => unproved.has(drift))),
  );
  const addresses = new Map(net.drifts.map(({ id, address }) => [id, address]));
  watch.lap('patch');
  return {
    project,
    patched: patched.map((each) => withFollowers(each, drift.followers, (id) => addresses.get(id))),
    unresolved: [
      ...decided.unresolved,
      ...confirmed.unresolved,
      ...unresolved,
      ...[...unproved.values()].flatMap((each) => each ?? []),
      ...silentContentions(verdicts.contentions),
    ],
  };
}

/**
 * The intents and decisions from which patches are made; with `patchedEvent`, only those for which
 * this event is evidence. If each patch becomes a branch, those outside the scope are made too, so
 * that the report is complete; in files, patches would build on one another.
 */
function askedOf(
  { stage: { input }, scope, drift: { net }, verdicts: { intents, expired } }: Decided,
  decisions: readonly Decision[],
): Pick<Verdicts, 'intents' | 'decisions' | 'expired'> {
  const { patches, patchedEvent } = input.patching;
  if (scope === undefined && patchedEvent === undefined) return { intents, decisions, expired };
  const evident = patchedEvent === undefined ? undefined : intentsOf(patchedEvent, intents, net);
  const isAsked = (id: string): boolean =>
    (patches === 'apart' || scope === undefined || scope.has(id)) && evident?.has(id) !== false;
  return {
    intents: intents.filter(({ id }) => isAsked(id)),
    decisions: decisions.filter(
      ({ intent, drift }) => scope?.get(intent)?.has(drift) ?? isAsked(intent),
    ),
    expired: expired.filter(({ intent }) => isAsked(intent.id)),
  };
}

/** Ids of the intents with a drift that the event is evidence for. */
function intentsOf(
  event: string,
  intents: readonly Intent[],
  { drifts }: NetDriftResult,
): ReadonlySet<string> {
  const own = new Set(
    drifts.filter(({ evidence }) => evidence.includes(event)).map(({ id }) => id),
  );
  return new Set(
    intents.filter((each) => each.drifts.some((id) => own.has(id))).map(({ id }) => id),
  );
}

function withRepair(decided: Decided, { drifts, decisions }: Repair): Decided {
  const { drift, verdicts } = decided;
  const { net } = drift;
  const ended = verdicts.expired.flatMap((expiry) => expiry.drifts);
  const known = new Set([...net.drifts, ...ended].map(({ id }) => id));
  const more = [...drifts.values()].filter(({ id }) => !known.has(id));
  const all = [...net.drifts.map((one) => drifts.get(one.id) ?? one), ...more];
  const intents = verdicts.intents.map((intent) => {
    const own = decisions.filter((decision) => decision.intent === intent.id);
    const added = own.map((one) => one.drift).filter((id) => !intent.drifts.includes(id));
    return added.length === 0 ? intent : { ...intent, drifts: [...intent.drifts, ...added] };
  });
  return {
    ...decided,
    drift: { ...drift, net: { ...net, drifts: all } },
    verdicts: { ...verdicts, intents, decisions: [...verdicts.decisions, ...decisions] },
  };
}
