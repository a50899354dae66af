import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { memberStart, valueSpan } from '../../model/json-spans.ts';
import type { AttributePath } from '../../model/path.ts';
import { formatKey, type InstanceKey } from '../address.ts';
import type { StateResource } from './types.ts';

/** What all instances of a resource have in common. */
export type SharedParts = Pick<
  StateResource,
  'resourceAddress' | 'module' | 'mode' | 'type' | 'name' | 'provider'
>;

/** What is read of an instance up front. */
export type InstanceParts = Pick<StateResource, 'key' | 'sensitivePaths' | 'tainted'>;

/**
 * An instance whose attributes stay in the text of the state until somebody asks for them: states
 * have a hundred thousand, and a run looks at few. At `start` begins an instance that was parsed and
 * checked before.
 */
export class TextResource implements StateResource {
  readonly address: string;
  readonly key: InstanceKey;
  readonly sensitivePaths: readonly AttributePath[];
  readonly tainted: boolean;
  readonly #text: string;
  readonly #shared: SharedParts;
  readonly #start: number;

  constructor(text: string, shared: SharedParts, parts: InstanceParts, start: number) {
    this.address = shared.resourceAddress + formatKey(parts.key);
    this.key = parts.key;
    this.sensitivePaths = parts.sensitivePaths;
    this.tainted = parts.tainted;
    this.#text = text;
    this.#shared = shared;
    this.#start = start;
  }

  get resourceAddress(): string {
    return this.#shared.resourceAddress;
  }

  get module(): string {
    return this.#shared.module;
  }

  get mode(): 'managed' | 'data' {
    return this.#shared.mode;
  }

  get type(): string {
    return this.#shared.type;
  }

  get name(): string {
    return this.#shared.name;
  }

  get provider(): string {
    return this.#shared.provider;
  }

  get attributes(): JsonObject {
    return this.#object('attributes');
  }

  attribute(name: string): Json | undefined {
    const attributes = this.#member(this.#start, 'attributes');
    return attributes === undefined ? undefined : this.#value(this.#member(attributes, name));
  }

  get identity(): JsonObject {
    return this.#object('identity');
  }

  get dependencies(): readonly string[] {
    const listed = this.#value(this.#member(this.#start, 'dependencies'));
    return (listed ?? []) as readonly string[];
  }

  #object(name: string): JsonObject {
    const value = this.#value(this.#member(this.#start, name)) ?? null;
    return isJsonObject(value) ? value : {};
  }

  #member(start: number, name: string): number | undefined {
    return memberStart(this.#text, start, name);
  }

  #value(start: number | undefined): Json | undefined {
    const span = start === undefined ? undefined : valueSpan(this.#text, start);
    return span && (JSON.parse(this.#text.slice(span.start, span.end)) as Json);
  }
}
