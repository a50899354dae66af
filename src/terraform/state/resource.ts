import type { JsonObject } from '../../model/json.ts';
import type { InstanceKey } from '../address.ts';
import { type CloudScope, scopeOf } from './names.ts';
import { type SchemaSecrets, secretTree, withoutSecrets } from './sensitive.ts';
import type { IndexedResource, StateResource } from './types.ts';

/** A state resource that hides its secrets, and works that out only when asked. */
export class CleanResource implements IndexedResource {
  readonly #state: StateResource;
  readonly #secrets: SchemaSecrets;
  #attributes: JsonObject | undefined;
  #scope: CloudScope | undefined;

  constructor(state: StateResource, secrets: SchemaSecrets) {
    this.#state = state;
    this.#secrets = secrets;
  }

  get address(): string {
    return this.#state.address;
  }

  get resourceAddress(): string {
    return this.#state.resourceAddress;
  }

  get module(): string {
    return this.#state.module;
  }

  get mode(): 'managed' | 'data' {
    return this.#state.mode;
  }

  get type(): string {
    return this.#state.type;
  }

  get name(): string {
    return this.#state.name;
  }

  get key(): InstanceKey {
    return this.#state.key;
  }

  get provider(): string {
    return this.#state.provider;
  }

  get dependencies(): readonly string[] {
    return this.#state.dependencies;
  }

  get tainted(): boolean {
    return this.#state.tainted;
  }

  get identity(): JsonObject {
    return this.#state.identity ?? {};
  }

  get attributes(): JsonObject {
    this.#attributes ??= this.#clean();
    return this.#attributes;
  }

  /** Account and region it lies in. */
  get scope(): CloudScope {
    this.#scope ??= scopeOf(this.attributes, this.identity);
    return this.#scope;
  }

  #clean(): JsonObject {
    const { mode, type, attributes, sensitivePaths } = this.#state;
    const declared = this.#secrets(mode, type, attributes);
    return withoutSecrets(withoutSecrets(attributes, declared), secretTree(sensitivePaths));
  }
}
