import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';

/** A value that the key or the value of a collection's entry must have. */
export interface DynamicAssignment {
  readonly of: 'key' | 'value';
  /** Attributes that lead into the value; empty for the entire value. */
  readonly path: readonly string[];
  readonly value: Json;
}

/** What is needed to solve an expression for its iterator. */
export interface AssignmentReading {
  readonly iterator: string;
  /** In a loop over a part of the entry: the name of one element, which is solved for instead. */
  readonly element?: string;
  readonly text: string;
  /** The value of an expression that does not mention the iterator. */
  readonly evaluate: (expr: Expression) => Json | undefined;
}

/** Providers treat null, empty text and an empty list alike. */
export function isBlankAssignment(value: Json): boolean {
  return (
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
