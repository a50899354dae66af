import { type Actor, isNobody } from '../../model/actor.ts';
import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { parsedDocument } from '../../model/parsed-json.ts';
import { isPolicyDocument, normalizePolicy } from '../../model/policy-document.ts';
import { actorKey } from './identity.ts';
import type { EvidenceEvent, InferInput } from './types.ts';

/** An actor who set a field since it last matched the code, and the value that they left. */
export interface IntentParty {
  readonly actor: Actor;
  /** The field as it was after this party last set it; for the last party, the current drift. */
  readonly drift: Drift;
  /** Another party has set it since. */
  readonly isOvertaken: boolean;
}

/**
 * All parties that acted on a field since it last matched the code, the last one first. Each wants
 * the value that it set last: of one party's values the latest counts, while the order between
 * parties does not matter. For members and entire resources, which only exist or not, an action
 * that reverses another one matches the code again. A party whose part of a document is still there
 * has lost nothing.
 */
export function intentParties(
  drift: Drift,
  input: Pick<InferInput, 'event' | 'same'>,
): IntentParty[] {
  const event = (id: string): EvidenceEvent | undefined => input.event(id);
  const writes = openWrites(drift, input);
  const last = event(writes.at(-1)?.event ?? '') ?? lastKnown(drift, event);
  if (last === undefined) return [];
  const own: IntentParty = { actor: last.actor, drift, isOvertaken: false };
  const step = drift.path.at(-1);
  if (step === undefined || typeof step === 'object') return [own];
  const others = new Map<string, IntentParty>();
  for (const [index, write] of writes.entries()) {
    const actor = event(write.event)?.actor;
    if (actor === undefined || isNobody(actor)) continue;
    const key = partyKey(actor);
    if (key === partyKey(last.actor)) continue;
    others.set(key, { actor, drift: asLeft(drift, writes, index, write), isOvertaken: true });
  }
  const keyOf = (id: string): string | undefined => {
    const actor = event(id)?.actor;
    return actor === undefined ? undefined : partyKey(actor);
  };
  const replaced = [...others].filter(
    ([key]) => !isKept(writes, drift.declared, drift.live, (write) => keyOf(write.event) === key),
  );
  return [own, ...replaced.map(([, party]) => party)];
}

/** The changes since the field last matched the code. */
export function openWrites(
  drift: Drift,
  { same = equals }: Pick<InferInput, 'same'>,
): readonly Write[] {
  const { writes = [], declared } = drift;
  const back = writes.slice(0, -1).findLastIndex(({ value }) => same(value, declared, drift));
  return writes.slice(back + 1);
}

function lastKnown(
  { evidence }: Drift,
  event: (id: string) => EvidenceEvent | undefined,
): EvidenceEvent | undefined {
  return evidence.flatMap((id) => event(id) ?? []).at(-1);
}

/** The drift with an earlier value, which was not read back even if the live one was. */
function asLeft(drift: Drift, writes: readonly Write[], index: number, { value }: Write): Drift {
  const { loggedValue: _, ...rest } = drift;
  const later = new Set(writes.slice(index + 1).map((write) => write.event));
  const evidence = drift.evidence.filter((id) => !later.has(id));
  return { ...rest, live: value, evidence, basis: 'inferred' };
}

/**
 * People who share a role are distinguished by their sessions; all runs of a robot are one party.
 */
function partyKey(actor: Actor): string {
  if (actor.class === 'human') return actorKey(actor);
  return canonicalJson([actor.class, actor.principal]);
}

function equals(a: DriftValue, b: DriftValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The parts of a value by their place; members without a name use their content as place. */
type Parts = ReadonlyMap<string, string>;

/** Attributes that identify members of a list, so that a changed member is still recognized. */
const names: readonly string[] = ['Sid', 'sid', 'name', 'Name', 'key', 'Key', 'id', 'Id'];

/**
 * True if everything that an actor changed in a document or list is still there: later actors only
 * added to it and took nothing back. A plain value has no parts, so a later value always replaces
 * it. `own` returns whether a write was the actor's.
 */
function isKept(
  writes: readonly Write[],
  before: DriftValue,
  live: DriftValue,
  own: (write: Write) => boolean,
): boolean {
  const parts = [before, ...writes.map(({ value }) => value)].map(partsOf);
  const now = partsOf(live);
  const last = parts[writes.findLastIndex(own) + 1];
  if (now === undefined || last === undefined) return false;
  return writes.every((write, index) => {
    if (!own(write)) return true;
    const [earlier, later] = [parts[index], parts[index + 1]];
    if (earlier === undefined || later === undefined) return false;
    return changed(earlier, later).every((place) => now.get(place) === last.get(place));
  });
}

function changed(before: Parts, after: Parts): readonly string[] {
  const places = new Set([...before.keys(), ...after.keys()]);
  return [...places].filter((place) => before.get(place) !== after.get(place));
}

/** Undefined for a value without parts or a hidden one. */
function partsOf(side: DriftValue): Parts | undefined {
  if (side.kind === 'absent') return new Map();
  const value = side.kind === 'value' ? read(side.value) : undefined;
  if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
  const parts = new Map<string, string>();
  collect(value, '', parts);
  return parts;
}

/** Parses a text that contains a document. */
function read(value: Json): Json {
  const document = typeof value === 'string' ? (parsedDocument(value) ?? value) : value;
  return isPolicyDocument(document) ? normalizePolicy(document) : document;
}

function collect(value: Json, place: string, parts: Map<string, string>): void {
  if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${place}/${name}`, parts);
  } else if (isJsonArray(value)) {
    for (const member of value) {
      const name = nameOf(member);
      if (name === undefined) parts.set(`${place}/=${canonicalJson(member)}`, '');
      else collect(member, `${place}/${name}`, parts);
    }
  } else parts.set(place, canonicalJson(value));
}

function nameOf(member: Json): string | undefined {
  if (!isJsonObject(member)) return undefined;
  const name = names.find((one) => typeof member[one] === 'string' && member[one] !== '');
  return name === undefined ? undefined : `[${name}=${canonicalJson(member[name] ?? null)}]`;
}
