import { formatKey, formatStep, parseAddress } from '../../code/terraform/address.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Json } from '../../model/json.ts';
import { jsonAt } from '../../model/json.ts';
import { spokenForm } from '../../model/spoken.ts';
import { displayText } from '../../model/text.ts';
import { nounOf } from './nouns.ts';

/** A drift as the naming rules see it. */
export interface Fact {
  readonly drift: Drift;
  readonly type: string;
  /** Names of attributes and blocks on the path, without indexes: `metadata_options.http_tokens`. */
  readonly field: string;
  /** `security group` */
  readonly noun: string;
  /** `web`, with the instance key where there is one. */
  readonly name: string;
  /** Undefined when absent or hidden. */
  readonly declared: Json | undefined;
  readonly live: Json | undefined;
  readonly change: 'created' | 'deleted' | 'joined' | 'left' | 'changed' | 'hidden';
  /** The member that joined or left, or whose attribute changed. */
  readonly member: Json | undefined;
  /** How bad what it weakens is, 1 to 5; 0 where it weakens nothing that is known. */
  readonly severity: number;
}

const longestValue = 60;

export function factOf(drift: Drift, severity = 0): Fact {
  const { address, type, path } = drift;
  const step = path.findLast((one) => typeof one === 'object');
  const declared = knownValue(drift.declared);
  const live = knownValue(drift.live);
  const ends = typeof path.at(-1) === 'object';
  const fallback = typeof step === 'object' ? step.element : undefined;
  return {
    drift,
    type,
    field: path.filter((one) => typeof one === 'string').join('.'),
    noun: nounOf(type),
    name: displayText(spokenName(address), longestValue),
    declared,
    live,
    change: changeOf(drift),
    member: ends ? (live ?? declared ?? fallback) : fallback,
    severity,
  };
}

/** Names that say nothing: there, the module or the instance key is what people say. */
export const unspoken: ReadonlySet<string> = new Set(['default', 'main', 'this']);

/**
 * The name of a resource, or that of its module or instance where its own says nothing. At a root,
 * `this[2]` stays as it is: nothing else tells it from the others, a drift has no name of the cloud's
 * own, and a plan calls it the same, where "the third" would be one of those before or behind it,
 * depending on where the reader counts from.
 */
function spokenName(address: string): string {
  const parsed = parseAddress(address);
  // A resource that came and went has no address, and is called by its id.
  const [, id] = /^[a-z0-9_]+ \((.+)\)$/.exec(address) ?? [];
  if (id !== undefined) return id;
  // An object of a cluster is called by its namespace and name.
  if (parsed === undefined) return address.split('/').slice(2).join('/') || address;
  const { modules, name, key } = parsed;
  if (!unspoken.has(name)) return `${name}${formatKey(key)}`;
  if (typeof key === 'string') return key;
  const call = modules.at(-1);
  // A position says nothing: what is counted to one is its module's.
  if (call === undefined) return `${name}${formatKey(key)}`;
  const position = key === undefined || key === 0 ? '' : formatKey(key);
  return `${typeof call.key === 'string' ? call.key : formatStep(call)}${position}`;
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

/** A value in a sentence; undefined when it is too long or too deep to be read there. */
export function shortValue(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'object') return undefined;
  const text = spokenForm(value);
  return text.length > longestValue || text === 'a document'
    ? undefined
    : displayText(text, longestValue);
}

/** A member in a sentence: its name or its content, shortened. */
export function factMemberText(member: Json | undefined): string {
  const names = ['key', 'name', 'device_name', 'region_name', 'identifier'];
  const named = names.map((name) => shortValue(jsonAt(member, name))).find((one) => one);
  if (named !== undefined) return named;
  return displayText(member === undefined ? 'something' : spokenForm(member), longestValue);
}
