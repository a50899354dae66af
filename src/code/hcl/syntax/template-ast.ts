import type { Expression, Span } from './ast.ts';

/** `"a ${b} c"`. */
export interface QuotedTemplate extends Span {
  readonly kind: 'quoted';
  readonly parts: readonly TemplatePart[];
}

/** `<<EOT ... EOT`; the span ends after the closing marker, before its newline. */
export interface HeredocTemplate extends Span {
  readonly kind: 'heredoc';
  /** True for `<<-`: leading blanks that all lines share are removed. */
  readonly flush: boolean;
  readonly marker: string;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly parts: readonly TemplatePart[];
}

export type TemplatePart = TemplateLiteral | Interpolation | Directive;

/** Literal text, still escaped as in the source. */
export interface TemplateLiteral extends Span {
  readonly kind: 'text';
}

export interface Interpolation extends Span {
  readonly kind: 'interpolation';
  readonly value: Expression;
  readonly trimLeft: boolean;
  readonly trimRight: boolean;
}

/** A single `%{ ... }` marker; the evaluator matches them. */
export interface Directive extends Span {
  readonly kind: 'directive';
  readonly keyword: 'if' | 'else' | 'endif' | 'for' | 'endfor';
  /** Condition of `if`, collection of `for`. */
  readonly value?: Expression;
  /** Iterator names of `for`. */
  readonly keyName?: string;
  readonly valueName?: string;
  readonly trimLeft: boolean;
  readonly trimRight: boolean;
}
