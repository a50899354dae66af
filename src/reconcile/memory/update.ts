import { day, shiftTime } from '../../model/instant.ts';
import { type Json, sameJson } from '../../model/json.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import {
  type MemoryUpdate,
  nothingRemembered,
  type RememberedEvent,
} from '../../ports/store/memory.ts';
import { driftLook } from '../drift/readings.ts';
import { keptHalves } from '../halves/kept-halves.ts';
import { isSecretValue } from '../managed/declaration.ts';
import { isSecretAttribute } from '../managed/declared.ts';
import { wholeLooks } from '../questions/hidden-calls.ts';
import { keptCalls } from '../questions/kept-calls.ts';
import type { QuestionSet } from '../questions/question-set.ts';
import { knownEstate } from '../stages.ts';
import { declaredBy } from './declared-by.ts';
import { type KeepInput, keptEvents } from './keep.ts';
import { latestLooks } from './latest-looks.ts';
import { isObservation } from './observation.ts';
import type { OpenSet } from './open.ts';
import { placeKey } from './place.ts';
import { readNews } from './read-news.ts';
import type { RememberInput } from './remember.ts';
import { withIds } from './replaced.ts';
import { oldSecrets } from './secrets.ts';
import { seenState } from './state-news.ts';

/** Milliseconds after which an event that nothing depends on is forgotten. */
const memory = 90 * day;

/** What the next run needs, as changes of what the store has. */
export function memoryUpdate(
  input: RememberInput,
  { open, left }: OpenSet,
  questions: QuestionSet,
): MemoryUpdate {
  const { stage } = input;
  const earlier = stage.input.earlier.memory ?? nothingRemembered;
  const stored = stage.stored ?? nothingRemembered;
  const known = new Map(stored.open.map((drift) => [placeKey(drift.address, drift.path), drift]));
  const asked = new Map((earlier.questions ?? []).map((one) => [one.id, one]));
  const { news, forgotten } = eventNews(input);
  compareAges(input, [...earlier.events, ...news]);
  const state = stateOf(input, open);
  return {
    events: news,
    forgotten,
    open: open
      .map(asKnown)
      .filter((drift) => isChanged(drift, known.get(placeKey(drift.address, drift.path)))),
    closed: left,
    questions: questions.open.map(asKnown).filter((one) => isChanged(one, asked.get(one.id))),
    answered: questions.left,
    ...(state && { state }),
  };
}

function isChanged<T extends OpenDrift | OpenQuestion>(one: T, before: T | undefined): boolean {
  return before === undefined || !sameJson(asJson(before), asJson(one));
}

/** What the state says about open drifts, and by what the code declared its values. */
function stateOf(input: RememberInput, open: readonly OpenDrift[]): MemoryUpdate['state'] {
  const { index, input: run } = input.stage;
  const { state, providers, startedAt } = run;
  const { schema } = providers;
  const seen = seenState({ state, index, schema }, open, startedAt, baselineOf(input));
  const declared = declaredBy(run);
  return seen === undefined || declared === undefined ? seen : { ...seen, declared };
}

/** The events that the store lacks or has otherwise, and the ids of those that it may forget. */
function eventNews(input: RememberInput): {
  readonly news: readonly RememberedEvent[];
  readonly forgotten: readonly string[];
} {
  const { stage, live, recalled } = input;
  const { events: earlier } = stage.input.earlier.memory ?? nothingRemembered;
  const { events: stored } = stage.stored ?? nothingRemembered;
  const before = new Map(stored.map((event) => [event.id, event]));
  const kept = eventsToKeep(input);
  const looks = latestLooks(
    earlier.filter(isObservation),
    [...kept.filter((event) => isObservation(event) && !before.has(event.id)), ...newLooks(input)],
    kept,
  );
  const over = [...recalled.void, ...stage.replaced.looks];
  const gone = new Set([...looks.forgotten, ...over, ...oldSecrets(earlier, live)]);
  const stays = new Set(kept.map(({ id }) => id));
  const isNews = (event: RememberedEvent): boolean => {
    const known = before.get(event.id);
    if (known === undefined) return true;
    const isMoved = known.formerly !== event.formerly;
    return (isFresh(input, event) || isMoved) && !sameJson(asJson(known), asJson(event));
  };
  return {
    news: [...kept.filter((event) => !isObservation(event)), ...looks.kept]
      .map((event) => withIds(event, stage.index, before.get(event.id)))
      .filter((event) => !gone.has(event.id) && isNews(event)),
    forgotten: earlier
      .filter((event) => gone.has(event.id) || (!isObservation(event) && !stays.has(event.id)))
      .map(({ id }) => id)
      .sort(),
  };
}

/** Only events that this run read from a log can have new details. */
function isFresh({ recalled }: RememberInput, { id, steps }: KeptEvent): boolean {
  return recalled.read.has(id) || steps?.state === 'failed';
}

/** Events with effects, calls whose effects are not known, and halves of calls, each once. */
function eventsToKeep(input: RememberInput): readonly RememberedEvent[] {
  const { stage, all } = input;
  const { input: run, ingested, loaded } = stage;
  const { schema } = run.providers;
  const { evaluation } = loaded.project;
  const estate = knownEstate(stage);
  const horizon = shiftTime(run.startedAt, -memory);
  const provisional = provisionalEvents(input);
  const keeping: KeepInput = {
    net: all,
    isFresh: (event) => isFresh(input, event),
    events: ingested.events,
    memory: (run.earlier.memory ?? nothingRemembered).events,
    addressOf: (resource) => estate.find(resource)?.address,
    isSecret: ({ address, type }, path, value) =>
      isSecretValue(schema, type, path, value) ||
      (address !== undefined && isSecretAttribute(evaluation, address, path)),
    provisional,
    horizon,
  };
  const whole = [
    ...keptEvents(keeping),
    ...keptCalls(stage, input.questions, provisional, horizon),
  ];
  const isKept = new Set(whole.map(({ id }) => id));
  const halves = keptHalves(input.halves, keeping, stage);
  return [...whole, ...halves.filter(({ id }) => !isKept.has(id))];
}

/** What this run read, as observations. */
function newLooks({ stage, all, live }: RememberInput): readonly RememberedEvent[] {
  if (live === undefined) return [];
  const { earlier, providers, startedAt: at } = stage.input;
  const { open } = earlier.memory ?? nothingRemembered;
  const look = driftLook(earlier);
  return [
    ...readNews({ live, net: all, open, schema: providers.schema, look, at }),
    ...wholeLooks(stage, live, look),
  ];
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
  const earlier = run.earlier.memory?.state;
  if (earlier?.baseline !== undefined && earlier.lineage === run.state.lineage) {
    return earlier.baseline;
  }
  const isDone = run.earlier.isBaseline === true && live !== undefined && live.failed === undefined;
  return isDone ? run.startedAt : undefined;
}

function asJson(value: RememberedEvent | OpenDrift | OpenQuestion): Json {
  return value as unknown as Json;
}

/** Calls that were translated by a model's proposal and not confirmed by the provider. */
function provisionalEvents({
  learning,
  knowledge,
}: Pick<RememberInput, 'learning' | 'knowledge'>): ReadonlySet<string> {
  const confirmed = new Set(
    knowledge.flatMap(({ outcome, evidence }) => (outcome === 'confirmed' ? evidence : [])),
  );
  const proposed = learning.used.filter(({ trust }) => trust === 'proposed');
  return new Set(proposed.map(({ event }) => event).filter((id) => !confirmed.has(id)));
}
