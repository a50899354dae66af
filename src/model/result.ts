/**
 * The place that a message refers to: a file with an optional 1-based line and column, or a record
 * in it.
 */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The 0-based index of the record within the file, for audit logs. */
  readonly record?: number;
}

/**
 * An expected failure: what went wrong, where, and what to do next. It is returned, never thrown.
 */
export interface Problem {
  /** Stable kebab-case identifier, for tests and scripts. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
  readonly place?: Place;
  /** The next step, as an imperative sentence. */
  readonly hint?: string;
  /** Lines of the file around the place, with the place marked. */
  readonly frame?: string;
}

export type Result<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** `file:line:column`, or `file, record n` (1-based). */
export function formatPlace(place: Place): string {
  if (place.record !== undefined) return `${place.file}, record ${place.record + 1}`;
  if (place.line === undefined) return place.file;
  return `${place.file}:${place.line}${place.column === undefined ? '' : `:${place.column}`}`;
}

/** The problem as one line: place, message and hint. */
export function formatProblem(problem: Problem): string {
  const where = problem.place === undefined ? '' : `${formatPlace(problem.place)}: `;
  const next = problem.hint === undefined ? '' : ` ${problem.hint}`;
  const end = /[.!?…]$/.test(problem.message) ? '' : '.';
  return `${where}${problem.message}${end}${next}`;
}
