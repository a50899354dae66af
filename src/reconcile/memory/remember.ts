import type { Decision } from '../../model/decision.ts';
import { day, shiftTime } from '../../model/instant.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { sameJson } from '../../model/json.ts';
import type { KnowledgeJudgment } from '../../model/knowledge.ts';
import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { Ignored } from '../../model/report.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import {
  type MemoryUpdate,
  nothingRemembered,
  type RememberedEvent,
} from '../../ports/store/memory.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { dismissalsIn } from '../decide/dismissal.ts';
import type { LiveState } from '../drift/read-back.ts';
import { lookOf } from '../drift/readings.ts';
import { keptHalves } from '../halves/kept-halves.ts';
import type { Learning } from '../ingest/learn.ts';
import type { CodeHistory } from '../managed/code-history.ts';
import { isSecretValue } from '../managed/declaration.ts';
import { isSecretAttribute } from '../managed/declared.ts';
import { wholeLooks } from '../questions/hidden-calls.ts';
import { keptCalls } from '../questions/kept-calls.ts';
import { type QuestionSet, questionSet } from '../questions/question-set.ts';
import type { Questions } from '../questions/settle.ts';
import { knownEstate, type Stage } from '../stages.ts';
import { createDriftCloser } from './closing.ts';
import { declaredBy } from './declared-by.ts';
import { type KeepInput, keptEvents } from './keep.ts';
import { looksIn } from './last-looks.ts';
import { latestLooks } from './latest-looks.ts';
import { isObservation } from './observation.ts';
import { type OpenSet, openSet } from './open.ts';
import { otherReason } from './other-reason.ts';
import { placeKey } from './place.ts';
import { provisionalEvents } from './provisional.ts';
import { readNews } from './read-news.ts';
import type { Recalled } from './recall.ts';
import { withIds } from './replaced.ts';
import { oldSecrets, type Renewed } from './secrets.ts';
import { seenState } from './state-news.ts';

/** Milliseconds after which an event that nothing depends on is forgotten. */
const memory = 90 * day;

export interface RememberInput {
  readonly stage: Stage;
  /** Including drifts that ignore rules exclude. */
  readonly all: NetDriftResult;
  readonly net: NetDriftResult;
  readonly ignored: readonly Ignored[];
  readonly intents: readonly Intent[];
  readonly decisions: readonly Decision[];
  readonly live: LiveState | undefined;
  readonly recalled: Recalled;
  /** The commit that set a field, if version control shows it. */
  readonly commitOf: CodeHistory['commitOf'];
  readonly learning: Pick<Learning, 'used'>;
  readonly knowledge: readonly KnowledgeJudgment[];
  readonly questions: Questions;
  /** Secrets that the code has set again since they were changed. */
  readonly renewed: Renewed;
  /** Calls whose other records may be in a later log. */
  readonly halves: readonly KeptEvent[];
  /** Called with each moment with which the time of the run was compared. */
  readonly compared: (moment: number) => void;
}

export interface Remembering {
  readonly open: readonly OpenDrift[];
  readonly unseen: readonly OpenDrift[];
  readonly closed: readonly ClosedDrift[];
  /** Calls whose effects are unknown. */
  readonly questions: QuestionSet;
  /** What to store; undefined if there is no store. */
  readonly update: MemoryUpdate | undefined;
}

/** The drifts that are open or closed after a run, and what the next run needs. */
export function rememberDrifts(input: RememberInput): Remembering {
  const { stage, net, decisions, live } = input;
  const { input: run, ingested, index, replaced } = stage;
  const earlier = run.memory ?? nothingRemembered;
  const now = run.startedAt;
  const close = createDriftCloser({
    isReplaced: replaced.drift,
    serial: run.state.serial,
    drifts: net.drifts,
    reverted: net.reverted,
    settled: net.settled,
    ignored: input.ignored,
    events: ingested.events,
    void: input.recalled.void,
    dismissals: dismissalsIn(run.answers ?? []),
    renewed: input.renewed,
    live,
    reasonOf: (drift) => otherReason(stage, net.reverted, drift),
    isInState: (address) => index.get(address) !== undefined,
    commitOf: input.commitOf,
    now,
  });
  const owners = new Map(input.intents.map(({ id, actor }) => [id, actor.principal]));
  const read = live === undefined ? new Set<string>() : new Set(live.resources.keys());
  const set = openSet({
    earlier: earlier.open,
    places: (stage.stored ?? nothingRemembered).open.map(({ address, path }) =>
      placeKey(address, path),
    ),
    net,
    decisions,
    events: ingested.events,
    lookAt: looksIn(ingested.events.values()),
    ownerOf: (intent) => owners.get(intent),
    wasRead: (address) => read.has(address),
    isReplaced: replaced.drift,
    close,
    now,
  });
  const { open, unseen, closed } = set;
  const questions = questionSet(stage, input.questions, input.recalled.void);
  const update = run.memory === undefined ? undefined : updateOf(input, set, questions);
  return { open, unseen, closed, questions, update };
}

function updateOf(
  input: RememberInput,
  { open, left }: OpenSet,
  questions: QuestionSet,
): MemoryUpdate {
  const { stage, all, live, recalled } = input;
  const { input: run, ingested, index, loaded } = stage;
  const estate = knownEstate(stage);
  const look = lookOf(run);
  const earlier = run.memory ?? nothingRemembered;
  const { schema, state, startedAt } = run;
  const { evaluation } = loaded.project;
  const horizon = shiftTime(startedAt, -memory);
  const provisional = provisionalEvents(input);
  // Only events that this run read from a log can have new details.
  const isFresh = ({ id, steps }: KeptEvent): boolean =>
    recalled.read.has(id) || steps?.state === 'failed';
  const keeping: KeepInput = {
    net: all,
    isFresh,
    events: ingested.events,
    memory: earlier.events,
    addressOf: (resource) => estate.find(resource)?.address,
    isSecret: ({ address, type }, path, value) =>
      isSecretValue(schema, type, path, value) ||
      (address !== undefined && isSecretAttribute(evaluation, address, path)),
    provisional,
    horizon,
  };
  const keptWhole = [
    ...keptEvents(keeping),
    ...keptCalls(stage, input.questions, provisional, horizon),
  ];
  const isKept = new Set(keptWhole.map(({ id }) => id));
  const halves = keptHalves(input.halves, keeping, stage);
  const kept = [...keptWhole, ...halves.filter(({ id }) => !isKept.has(id))];
  const fresh =
    live === undefined
      ? []
      : [
          ...readNews({ live, net: all, open: earlier.open, schema, look, at: startedAt }),
          ...wholeLooks(stage, live, look),
        ];
  const stored = stage.stored ?? nothingRemembered;
  const before = new Map(stored.events.map((event) => [event.id, event]));
  const isNews = (event: RememberedEvent): boolean => {
    const known = before.get(event.id);
    if (known === undefined) return true;
    const isMoved = known.formerly !== event.formerly;
    return (isFresh(event) || isMoved) && !sameJson(asJson(known), asJson(event));
  };
  const looks = latestLooks(
    earlier.events.filter(isObservation),
    [...kept.filter((event) => isObservation(event) && !before.has(event.id)), ...fresh],
    kept,
  );
  const over = [...recalled.void, ...stage.replaced.looks];
  const gone = new Set([...looks.forgotten, ...over, ...oldSecrets(earlier.events, live)]);
  const events = [...kept.filter((event) => !isObservation(event)), ...looks.kept].map((event) =>
    withIds(event, index, before.get(event.id)),
  );
  const stays = new Set(kept.map(({ id }) => id));
  const known = new Map(stored.open.map((drift) => [placeKey(drift.address, drift.path), drift]));
  const asked = new Map((earlier.questions ?? []).map((one) => [one.id, one]));
  const isNew = <T extends OpenDrift | OpenQuestion>(one: T, before: T | undefined): boolean =>
    before === undefined || !sameJson(asJson(before), asJson(one));
  const baseline = baselineOf(input);
  const seen = seenState({ state, index, schema }, open, startedAt, baseline);
  const declared = declaredBy(run);
  const changed = open
    .map(asKnown)
    .filter((drift) => isNew(drift, known.get(placeKey(drift.address, drift.path))));
  const news = events.filter((event) => !gone.has(event.id) && isNews(event));
  compareAges(input, [...earlier.events, ...news]);
  return {
    events: news,
    forgotten: earlier.events
      .filter((event) => gone.has(event.id) || (!isObservation(event) && !stays.has(event.id)))
      .map(({ id }) => id)
      .sort(),
    open: changed,
    closed: left,
    questions: questions.open.map(asKnown).filter((one) => isNew(one, asked.get(one.id))),
    answered: questions.left,
    ...(seen === undefined ? {} : { state: declared === undefined ? seen : { ...seen, declared } }),
  };
}

/** As the next run finds it, when it is no longer new. */
function asKnown<T extends OpenDrift | OpenQuestion>(one: T): T {
  return one.state === 'open' ? one : { ...one, state: 'open' };
}

/**
 * Reports when unreferenced events are forgotten. Ages are compared as text, with a precision of
 * seconds.
 */
function compareAges({ all, compared }: RememberInput, events: readonly RememberedEvent[]): void {
  const needed = new Set(all.drifts.flatMap(({ evidence }) => evidence));
  for (const { id, time } of events) {
    if (needed.has(id)) continue;
    const moment = Date.parse(time) + memory;
    compared(moment);
    compared(moment + 1000);
  }
}

/** When the entire state was first read, in this run or in an earlier one with the same state. */
function baselineOf({
  stage: { input: run },
  live,
}: Pick<RememberInput, 'stage' | 'live'>): string | undefined {
  const earlier = run.memory?.state;
  if (earlier?.baseline !== undefined && earlier.lineage === run.state.lineage) {
    return earlier.baseline;
  }
  const isDone = run.isBaseline === true && live !== undefined && live.failed === undefined;
  return isDone ? run.startedAt : undefined;
}

function asJson(value: RememberedEvent | OpenDrift | OpenQuestion): Json {
  return value as unknown as Json;
}
