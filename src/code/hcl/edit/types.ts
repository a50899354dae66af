import type { Json } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import type { HclFile, Span } from '../syntax/ast.ts';
import { lineColumn } from '../syntax/diagnostics.ts';

/** What is to be written: a value, or HCL text that must be exactly one expression. */
export type HclInput =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'raw'; readonly text: string };

export interface AttributeInput {
  readonly name: string;
  readonly value: HclInput;
}

/** A block to write: its parts, laid out for the file; or its text, which must be one block. */
export type BlockInput = BlockParts | { readonly raw: string };

export interface BlockParts {
  readonly type: string;
  readonly labels: readonly string[];
  readonly attributes: readonly AttributeInput[];
  readonly blocks: readonly BlockInput[];
}

export type RefusalCode =
  /** The target is not there. */
  | 'not-found'
  /** Several places could be meant. */
  | 'ambiguous'
  /** The target is in a stretch that does not parse, or in a block that has one. */
  | 'broken'
  /** The value is computed here; the span says by what. */
  | 'not-literal'
  /** What should be written cannot stand in HCL, or not in this place. */
  | 'invalid-input';

/** Why an edit was not made. Nothing is ever left undone silently. */
export interface EditRefusal extends Span {
  readonly code: RefusalCode;
  /** One sentence for a person. */
  readonly message: string;
  /** 1-based. */
  readonly line: number;
}

export type EditResult =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly refusal: EditRefusal };

export interface RefusedEdit {
  readonly ok: false;
  readonly refusal: EditRefusal;
}

/** Something found or made on the way to an edit. */
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
