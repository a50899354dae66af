import { formatKey, formatStep, parseAddress } from '../../code/terraform/address.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Json } from '../../model/json.ts';
import { jsonAt } from '../../model/json.ts';
import { spokenForm } from '../../model/spoken.ts';
import { displayText } from '../../model/text.ts';
import { nounOf } from '../../providers/traits/nouns.ts';

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

/**
 * Resource names that carry no meaning. People use the name of the module or the instance key
 * instead.
 */
export const unspoken: ReadonlySet<string> = new Set(['default', 'main', 'this']);

/**
 * The name of a resource as people say it: that of its module or instance if its own carries no
 * meaning. In the root module `this[2]` is kept, because nothing else distinguishes it, a plan
 * calls it the same, and "the third" would depend on whether the reader counts from 0 or 1.
 */
function spokenName(address: string): string {
  const parsed = parseAddress(address);
  // A resource that was created and deleted has no address; its label contains its id.
  const [, id] = /^[a-z0-9_]+ \((.+)\)$/.exec(address) ?? [];
  if (id !== undefined) return id;
  // A cluster object is named by its namespace and name.
  if (parsed === undefined) return address.split('/').slice(2).join('/') || address;
  const { modules, name, key } = parsed;
  if (!unspoken.has(name)) return `${name}${formatKey(key)}`;
  if (typeof key === 'string') return key;
  const call = modules.at(-1);
  // In the root module, only the position distinguishes the instances.
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
