import type { Json } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import type { HclFile, Span } from '../syntax/ast.ts';
import { lineColumn } from '../syntax/diagnostics.ts';

/** Input to write: a value, or HCL text that must be exactly one expression. */
export type HclInput =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'raw'; readonly text: string };

export interface AttributeInput {
  readonly name: string;
  readonly value: HclInput;
}

/**
 * A block to write: either its parts, laid out to fit the file, or its text, which must be one
 * block.
 */
export type BlockInput = BlockParts | { readonly raw: string };

export interface BlockParts {
  readonly type: string;
  readonly labels: readonly string[];
  readonly attributes: readonly AttributeInput[];
  readonly blocks: readonly BlockInput[];
}

export type RefusalCode =
  /** The target does not exist. */
  | 'not-found'
  /** Several places match. */
  | 'ambiguous'
  /** The target is in a part that does not parse, or in a block that has such a part. */
  | 'broken'
  /** The value is computed here; the span is the expression that computes it. */
  | 'not-literal'
  /** The input is not valid HCL, or not valid in this place. */
  | 'invalid-input';

/** Why an edit was not made. An edit is never skipped without one. */
export interface EditRefusal extends Span {
  readonly code: RefusalCode;
  /** One sentence for people. */
  readonly message: string;
  /** 1-based line of the span's start. */
  readonly line: number;
}

export type EditResult =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly refusal: EditRefusal };

export interface RefusedEdit {
  readonly ok: false;
  readonly refusal: EditRefusal;
}

/** A result of a step towards an edit: the value, or a refusal. */
export type FoundInFile<T> = { readonly ok: true; readonly value: T } | RefusedEdit;

export function foundEdit<T>(value: T): FoundInFile<T> {
  return { ok: true, value };
}

export function refuseEdit(
  file: HclFile,
  code: RefusalCode,
  span: Span,
  message: string,
): RefusedEdit {
  const { line } = lineColumn(file.text, span.start);
  return { ok: false, refusal: { code, message, start: span.start, end: span.end, line } };
}

export function jsonLiteral(value: Json): HclInput {
  return { kind: 'json', value };
}

export function raw(text: string): HclInput {
  return { kind: 'raw', text };
}
