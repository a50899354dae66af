import { type Json, type JsonObject, own } from '../../../model/json.ts';
import type { Recent } from '../../../model/recent.ts';
import { cloudOfType } from '../../../providers/traits/clouds.ts';
import type { InstanceKey } from '../address.ts';
import { type CloudLocation, readGoogleLocation, readResourceLocation } from './names.ts';
import { maskSensitive, type SchemaSecrets, type SecretTree, secretTree } from './sensitive.ts';
import type { IndexedResource, StateResource } from './types.ts';

/** What is needed to remove the secrets of a state's resources. */
export interface Cleaning {
  readonly secrets: SchemaSecrets;
  /** Attributes of the most recently used resources. */
  readonly recent: Recent<StateResource, JsonObject>;
}

/** A resource of the state without its secrets, which are determined on first use. */
export class CleanResource implements IndexedResource {
  readonly #state: StateResource;
  readonly #cleaning: Cleaning;
  #declared: SecretTree | undefined;
  #scope: CloudLocation | undefined;

  constructor(state: StateResource, cleaning: Cleaning) {
    this.#state = state;
    this.#cleaning = cleaning;
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
    return this.#state.identity;
  }

  get attributes(): JsonObject {
    return this.#cleaning.recent.get(this.#state, () => this.#clean());
  }

  /** A single attribute, which is cheaper than all of them when a table is built. */
  attribute(name: string): Json | undefined {
    const { sensitivePaths } = this.#state;
    const marked = sensitivePaths.some(([step]) => step === undefined || step === name);
    const isHidden = marked || this.#secrets.members.has(name);
    if (!isHidden) return this.#state.attribute(name);
    const { attributes } = this;
    return own(attributes, name);
  }

  /** Its account and region. */
  get scope(): CloudLocation {
    const attribute = (name: string) => this.attribute(name);
    this.#scope ??=
      cloudOfType(this.type) === 'gcp'
        ? readGoogleLocation(attribute)
        : readResourceLocation(attribute, this.identity);
    return this.#scope;
  }

  get #secrets(): SecretTree {
    const { mode, type } = this.#state;
    this.#declared ??= this.#cleaning.secrets(mode, type, () => this.#state.attributes);
    return this.#declared;
  }

  #clean(): JsonObject {
    const { attributes, sensitivePaths } = this.#state;
    return maskSensitive(maskSensitive(attributes, this.#secrets), secretTree(sensitivePaths));
  }
}
