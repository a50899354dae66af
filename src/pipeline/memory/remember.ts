import type { NetDriftResult } from '../../drift/types.ts';
import { isObjectType } from '../../kubernetes/names.ts';
import type { Decision } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { KnowledgeJudgment } from '../../model/knowledge.ts';
import type { ClosedDrift, ClosingReason, Confirmed, OpenDrift } from '../../model/open-drift.ts';
import type { Ignored } from '../../model/report.ts';
import { isSecret } from '../declaration.ts';
import { declaredAt, isSecretAt } from '../declared.ts';
import type { KeptEvent } from '../kept-event.ts';
import type { Learning } from '../learn.ts';
import { declaredObject } from '../objects.ts';
import type { LiveState } from '../read-back.ts';
import type { RunInput } from '../run-types.ts';
import { knownEstate, type Stage } from '../stages.ts';
import { createCloser } from './closing.ts';
import { keptEvents } from './keep.ts';
import type { Look } from './observation.ts';
import { isObservation, shownBy } from './observation.ts';
import { howOf, type OpenSet, openSet } from './open.ts';
import { placeKey } from './place.ts';
import { latestLooks, readNews } from './read-news.ts';
import type { Recalled } from './recall.ts';
import { seenState } from './state-news.ts';
import { type MemoryUpdate, nothingRemembered, type RememberedEvent } from './types.ts';

/** Milliseconds after which an event is forgotten that nothing rests on. */
const memory = 90 * 86_400_000;

export interface RememberInput {
  readonly stage: Stage;
  /** With what an ignore file leaves out. */
  readonly all: NetDriftResult;
  readonly net: NetDriftResult;
  readonly ignored: readonly Ignored[];
  readonly intents: readonly Intent[];
  readonly decisions: readonly Decision[];
  readonly live: LiveState | undefined;
  readonly recalled: Recalled;
  readonly learning: Pick<Learning, 'used'>;
  readonly knowledge: readonly KnowledgeJudgment[];
}

export interface Remembering {
  readonly open: readonly OpenDrift[];
  readonly unseen: readonly OpenDrift[];
  readonly closed: readonly ClosedDrift[];
  /** What to store; undefined where nothing stores it. */
  readonly update: MemoryUpdate | undefined;
}

/** What a read-back looks at besides what the log names: what waits and, where it confirms, all that is open. */
export function rememberedAddresses({
  memory,
  pending,
  readBack,
}: Pick<RunInput, 'memory' | 'pending' | 'readBack'>): readonly string[] {
  const open = readBack?.confirms === true ? (memory?.open ?? []) : [];
  return [...open, ...(pending?.seen ?? [])].map(({ address }) => address);
}

/** Places (`placeKey`) of drifts that are open since earlier runs. */
export function openPlaces({ memory }: Pick<RunInput, 'memory'>): ReadonlySet<string> {
  return new Set((memory?.open ?? []).map(({ address, path }) => placeKey(address, path)));
}

/** The drifts that are open and closed after a run, and what the next one has to know. */
export function remember(input: RememberInput): Remembering {
  const { stage, net, decisions, live } = input;
  const { input: run, gathered, index } = stage;
  const earlier = run.memory ?? nothingRemembered;
  const now = run.startedAt;
  const close = createCloser({
    settled: net.settled,
    ignored: input.ignored,
    events: gathered.events,
    void: input.recalled.void,
    reasonOf: (drift) =>
      objectReason(stage, drift) ?? creationReason(input, drift) ?? goneReason(stage, drift),
    isInState: (address) => index.get(address) !== undefined,
    now,
  });
  const owners = new Map(input.intents.map(({ id, actor }) => [id, actor.principal]));
  const read = live === undefined ? new Set<string>() : new Set(live.resources.keys());
  const set = openSet({
    earlier: earlier.open,
    net,
    decisions,
    events: gathered.events,
    lookAt: looksIn(gathered.events.values()),
    ownerOf: (intent) => owners.get(intent),
    wasRead: (address) => read.has(address),
    close,
    now,
  });
  const { open, unseen, closed } = set;
  if (run.memory === undefined) return { open, unseen, closed, update: undefined };
  return { open, unseen, closed, update: updateOf(input, set) };
}

function updateOf(input: RememberInput, { open, left }: OpenSet): MemoryUpdate {
  const { stage, all, live, recalled } = input;
  const { input: run, gathered, index, loaded } = stage;
  const estate = knownEstate(stage);
  const look: Look = run.isBaseline === true ? 'Baseline' : 'ReadBack';
  const earlier = run.memory ?? nothingRemembered;
  const { schema, state, startedAt } = run;
  const { evaluation } = loaded.project;
  const kept = keptEvents({
    net: all,
    events: gathered.events,
    memory: earlier.events,
    addressOf: (resource) => estate.find(resource)?.address,
    isSecret: ({ address, type }, path, value) =>
      isSecret(schema, type, path, value) ||
      (address !== undefined && isSecretAt(evaluation, address, path)),
    provisional: provisionalEvents(input),
    horizon: new Date(Date.parse(startedAt) - memory).toISOString(),
  });
  const fresh =
    live === undefined
      ? []
      : readNews({ live, net: all, open: earlier.open, schema, look, at: startedAt });
  const before = new Map(earlier.events.map((event) => [event.id, event]));
  // Only what this run read in a log may be known better now.
  const isNews = (event: RememberedEvent): boolean => {
    const known = before.get(event.id);
    if (known === undefined) return true;
    return (
      recalled.read.has(event.id) && canonicalJson(asJson(known)) !== canonicalJson(asJson(event))
    );
  };
  const looks = latestLooks(earlier.events.filter(isObservation), [
    ...kept.filter((event) => isObservation(event) && !before.has(event.id)),
    ...fresh,
  ]);
  const gone = new Set([...looks.forgotten, ...recalled.void]);
  const events = [...kept.filter((event) => !isObservation(event)), ...looks.kept];
  const stays = new Set(kept.map(({ id }) => id));
  const known = new Map(
    earlier.open.map((drift) => [
      placeKey(drift.address, drift.path),
      canonicalJson(asJson(drift)),
    ]),
  );
  const baseline = baselineOf(input);
  const seen = seenState({ state, index, schema }, open, startedAt, baseline);
  return {
    events: events.filter((event) => !gone.has(event.id) && isNews(event)),
    forgotten: earlier.events
      .filter((event) => gone.has(event.id) || (!isObservation(event) && !stays.has(event.id)))
      .map(({ id }) => id)
      .sort(),
    open: open.filter(
      (drift) => known.get(placeKey(drift.address, drift.path)) !== canonicalJson(asJson(drift)),
    ),
    closed: left,
    ...(seen === undefined ? {} : { state: seen }),
  };
}

/** When the whole state was first looked at: in this run, or in an earlier one of the same state. */
export function baselineOf({
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

function asJson(value: RememberedEvent | OpenDrift): Json {
  return value as unknown as Json;
}

/** Calls that a model's proposal translated, and that the provider did not confirm. */
function provisionalEvents({ learning, knowledge }: RememberInput): ReadonlySet<string> {
  const confirmed = new Set(
    knowledge.flatMap(({ outcome, evidence }) => (outcome === 'confirmed' ? evidence : [])),
  );
  const proposed = learning.used.filter(({ trust }) => trust === 'proposed');
  return new Set(proposed.map(({ event }) => event).filter((id) => !confirmed.has(id)));
}

/** Of objects of clusters no field is settled: the manifests tell. */
function objectReason(
  { manifests }: Stage,
  { address, path, type, live }: OpenDrift,
): ClosingReason | undefined {
  if (!isObjectType(type) || manifests === undefined) return undefined;
  if (declaredObject(manifests, address, []) === undefined) return 'gone';
  const declared = declaredObject(manifests, address, path) ?? null;
  const was = live.kind === 'value' ? live.value : null;
  return canonicalJson(declared) === canonicalJson(was) ? 'in-code' : 'went-back';
}

/** What was made out of band is in the code now, or was deleted again. */
function creationReason(
  { stage, net }: RememberInput,
  { creation, evidence }: OpenDrift,
): ClosingReason | undefined {
  if (creation === undefined) return undefined;
  const { gathered, index, loaded } = stage;
  const { evaluation } = loaded.project;
  const ids = new Set(evidence.map(({ event }) => event));
  const refs = [...ids].flatMap((id) => {
    const translation = gathered.events.get(id)?.translation;
    return translation?.kind === 'effects' ? translation.effects.map((one) => one.resource) : [];
  });
  const estate = knownEstate(stage);
  const addresses = refs.flatMap((ref) => estate.find(ref)?.address ?? []);
  const isDeclared = (address: string) =>
    declaredAt(evaluation, index, address, []).value.kind !== 'absent';
  if (addresses.some(isDeclared)) return 'in-code';
  return net.reverted.some((each) => each.evidence.some((id) => ids.has(id)))
    ? 'went-back'
    : undefined;
}

function goneReason({ index, loaded }: Stage, drift: OpenDrift): ClosingReason | undefined {
  const { address, creation } = drift;
  if (creation !== undefined || index.get(address) !== undefined) return undefined;
  const { evaluation } = loaded.project;
  const { kind } = declaredAt(evaluation, index, address, []).value;
  return kind === 'absent' ? 'gone' : undefined;
}

/** The last look at each place. */
function looksIn(events: Iterable<KeptEvent>): (place: string) => readonly Confirmed[] {
  const last = new Map<string, Confirmed>();
  for (const event of events) {
    const place = shownBy(event)?.place;
    const known = place === undefined ? undefined : last.get(place);
    if (place === undefined || (known !== undefined && known.at > event.time)) continue;
    last.set(place, { at: event.time, how: howOf(event) });
  }
  return (place) => {
    const found = last.get(place);
    return found === undefined ? [] : [found];
  };
}
