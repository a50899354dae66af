import type { Drift, DriftValue } from '../../model/drift.ts';
import { type Json, type JsonObject, jsonAt } from '../../model/json.ts';
import { spokenForm } from '../../model/spoken.ts';
import { displayText } from '../../model/text.ts';
import { resourceNoun } from '../../providers/traits/nouns.ts';
import { spokenName } from './spoken-name.ts';
import {
  type KnownResources,
  partAttributes,
  phraseOfPart,
  type SpokenResource,
  wholeOfPart,
} from './whole.ts';

/** A drift as the naming rules receive it. */
export interface Fact {
  readonly drift: Drift;
  readonly type: string;
  /** Names of attributes and blocks on the path, without indexes: `metadata_options.http_tokens`. */
  readonly field: string;
  /** `security group` */
  readonly noun: string;
  /** `web`, with the instance key if there is one. */
  readonly name: string;
  /** Undefined when absent or hidden. */
  readonly declared: Json | undefined;
  readonly live: Json | undefined;
  readonly change: 'created' | 'deleted' | 'joined' | 'left' | 'changed' | 'hidden';
  /** The member that was added or removed, or whose attribute changed. */
  readonly member: Json | undefined;
  /** Severity of what it weakens, 1 to 5; 0 if it is not known to weaken anything. */
  readonly severity: number;
  /** For a part of another resource, such as a rule of a security group: what is known of it. */
  readonly attributes: JsonObject;
  readonly whole: SpokenResource | undefined;
  /** What the part is, if `noun` and `name` are those of its whole: `the route to 0.0.0.0/0 of `. */
  readonly part: string;
}

const longestValue = 60;

export function toFact(drift: Drift, severity = 0, known?: KnownResources): Fact {
  const { address, type, path } = drift;
  const step = path.findLast((one) => typeof one === 'object');
  const declared = knownValue(drift.declared);
  const live = knownValue(drift.live);
  const ends = typeof path.at(-1) === 'object';
  const fallback = typeof step === 'object' ? step.element : undefined;
  const attributes = partAttributes(drift, known);
  const whole = wholeOfPart(drift, attributes, known);
  const part = whole && phraseOfPart(type, attributes);
  const own = { noun: resourceNoun(type), name: displayText(spokenName(address), longestValue) };
  return {
    drift,
    type,
    field: path.filter((one) => typeof one === 'string').join('.'),
    ...(part === undefined ? own : (whole ?? own)),
    declared,
    live,
    change: changeOf(drift),
    member: ends ? (live ?? declared ?? fallback) : fallback,
    severity,
    attributes,
    whole,
    part: part ?? '',
  };
}

function changeOf({ path, declared, live, creation }: Drift): Fact['change'] {
  if (creation !== undefined) return 'created';
  if (live.kind === 'redacted' || live.kind === 'unknown') return 'hidden';
  const ends = path.length === 0 || typeof path.at(-1) === 'object';
  if (!ends) return 'changed';
  if (live.kind === 'absent') return path.length === 0 ? 'deleted' : 'left';
  return declared.kind === 'absent' && path.length > 0 ? 'joined' : 'changed';
}

function knownValue(side: DriftValue): Json | undefined {
  return side.kind === 'value' && side.value !== null ? side.value : undefined;
}

/** An attribute of a created resource; undefined for every other drift. */
export function createdAttribute(fact: Fact, ...names: readonly string[]): Json | undefined {
  return jsonAt(fact.drift.creation?.attributes, ...names);
}

/** A value for use in a sentence; undefined if it is too long or structured to be read there. */
export function shortValue(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'object') return undefined;
  const text = spokenForm(value);
  return text.length > longestValue || text === 'a document'
    ? undefined
    : displayText(text, longestValue);
}

/** A member for use in a sentence: its name or its content, shortened. */
export function factMemberText(member: Json | undefined): string {
  const names = ['key', 'name', 'device_name', 'region_name', 'identifier'];
  const named = names.map((name) => shortValue(jsonAt(member, name))).find((one) => one);
  if (named !== undefined) return named;
  return displayText(member === undefined ? 'something' : spokenForm(member), longestValue);
}
