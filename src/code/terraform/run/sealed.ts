import { canonicalJson, type Json } from '../../../model/json.ts';

/** A value with its secrets: it can be compared with another one, and no print shows it. */
export class Sealed {
  readonly #value: Json | undefined;

  constructor(value: Json | undefined) {
    this.#value = value;
  }

  /** The value itself, for whoever knows that it is no secret. */
  open(): Json | undefined {
    return this.#value;
  }

  /** True when both have the same at the place that `at` leads to. */
  agrees(other: Sealed, at: (value: Json | undefined) => Json | undefined): boolean {
    return textOf(at(this.#value)) === textOf(at(other.#value));
  }
}

function textOf(value: Json | undefined): string {
  return canonicalJson(value ?? null);
}
