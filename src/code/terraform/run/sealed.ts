import { canonicalJson, type Json } from '../../../model/json.ts';

/**
 * A value including its secrets. It can be compared with another one, but printing does not show
 * it.
 */
export class Sealed {
  readonly #value: Json | undefined;

  constructor(value: Json | undefined) {
    this.#value = value;
  }

  /** The value itself, for callers that know it is not secret. */
  open(): Json | undefined {
    return this.#value;
  }

  /** True if both have equal values at the place that `at` selects. */
  agrees(other: Sealed, at: (value: Json | undefined) => Json | undefined): boolean {
    return textOf(at(this.#value)) === textOf(at(other.#value));
  }
}

function textOf(value: Json | undefined): string {
  return canonicalJson(value ?? null);
}
