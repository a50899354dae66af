import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import {
  formatModulePath,
  formatResourceAddress,
  type InstanceKey,
  type ResourceAddress,
} from '../address.ts';
import type { StateResource } from '../state/types.ts';

/** An instance of a state in which some have other addresses than they are stored under. */
export class MovedResource implements StateResource {
  readonly #stored: StateResource;
  readonly #place: ResourceAddress | undefined;
  readonly #names: ReadonlyMap<string, readonly string[]>;

  /** `names` are what the names of resources in dependencies stand for, where that changed. */
  constructor(
    stored: StateResource,
    place: ResourceAddress | undefined,
    names: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#stored = stored;
    this.#place = place;
    this.#names = names;
  }

  get address(): string {
    return this.#place === undefined ? this.#stored.address : formatResourceAddress(this.#place);
  }

  get resourceAddress(): string {
    if (this.#place === undefined) return this.#stored.resourceAddress;
    const { key: _, ...resource } = this.#place;
    return formatResourceAddress(resource);
  }

  get module(): string {
    return this.#place === undefined ? this.#stored.module : formatModulePath(this.#place.modules);
  }

  get mode(): 'managed' | 'data' {
    return this.#stored.mode;
  }

  get type(): string {
    return this.#stored.type;
  }

  get name(): string {
    return (this.#place ?? this.#stored).name;
  }

  get key(): InstanceKey {
    return (this.#place ?? this.#stored).key;
  }

  get provider(): string {
    return this.#stored.provider;
  }

  get attributes(): JsonObject {
    return this.#stored.attributes;
  }

  attribute(name: string): Json | undefined {
    return this.#stored.attribute(name);
  }

  get sensitivePaths(): readonly AttributePath[] {
    return this.#stored.sensitivePaths;
  }

  get identity(): JsonObject {
    return this.#stored.identity;
  }

  get dependencies(): readonly string[] {
    const { dependencies } = this.#stored;
    if (!dependencies.some((name) => this.#names.has(name))) return dependencies;
    return dependencies.flatMap((name) => this.#names.get(name) ?? [name]);
  }

  get tainted(): boolean {
    return this.#stored.tainted;
  }
}
