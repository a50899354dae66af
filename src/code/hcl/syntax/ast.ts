import type { HeredocTemplate, QuotedTemplate } from './template-ast.ts';

/**
 * The syntax tree of HCL native syntax. Every node has its exact span in the original text: UTF-16
 * offsets, `end` exclusive, without surrounding blanks or comments. No text is ever regenerated
 * from the tree. Source: https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Body extends Span {
  readonly kind: 'body';
  readonly items: readonly BodyItem[];
}

export type BodyItem = Attribute | Block | BrokenItem;

export interface Attribute extends Span {
  readonly kind: 'attribute';
  readonly name: string;
  readonly nameEnd: number;
  /** Offset of `=`. */
  readonly equals: number;
  readonly value: Expression;
}

export interface Block extends Span {
  readonly kind: 'block';
  readonly type: string;
  readonly typeEnd: number;
  readonly labels: readonly BlockLabel[];
  /** Offset of `{`. */
  readonly open: number;
  /** Offset of `}`. */
  readonly close: number;
  readonly body: Body;
}

export interface BlockLabel extends Span {
  /** The label's text, unquoted and unescaped. */
  readonly text: string;
  readonly quoted: boolean;
}

/** A part that does not parse. Edits inside it, or of the block that contains it, are refused. */
export interface BrokenItem extends Span {
  readonly kind: 'broken';
}

export type Expression =
  | NumberLiteral
  | KeywordLiteral
  | QuotedTemplate
  | HeredocTemplate
  | Variable
  | GetAttribute
  | Index
  | LegacyIndex
  | Splat
  | Call
  | Parentheses
  | Unary
  | Binary
  | Conditional
  | Tuple
  | ObjectExpression
  | ForTuple
  | ForObject;

/** `1.5e3`; its text is what the span covers. */
export interface NumberLiteral extends Span {
  readonly kind: 'number';
}

/** `true`, `false` or `null`, if it is an expression of its own. */
export interface KeywordLiteral extends Span {
  readonly kind: 'keyword';
  readonly value: boolean | null;
}

/** The root of a traversal: `var`, `local`, `aws_vpc`, an iterator name. */
export interface Variable extends Span {
  readonly kind: 'variable';
  readonly name: string;
}

/** `of.name` */
export interface GetAttribute extends Span {
  readonly kind: 'get';
  readonly of: Expression;
  readonly name: string;
}

/** `of[key]` */
export interface Index extends Span {
  readonly kind: 'index';
  readonly of: Expression;
  readonly key: Expression;
}

/** `of.0` */
export interface LegacyIndex extends Span {
  readonly kind: 'legacy-index';
  readonly of: Expression;
  readonly index: number;
}

/**
 * `of.*` (attribute-only) or `of[*]` (full). What follows is applied to each element: later `get`
 * (and for full splats `index`) nodes have this node at the bottom of their `of` chain.
 */
export interface Splat extends Span {
  readonly kind: 'splat';
  readonly of: Expression;
  readonly full: boolean;
}

export interface Call extends Span {
  readonly kind: 'call';
  /** `merge`, `provider::aws::arn_parse`. */
  readonly name: string;
  /** Offset of `(`. */
  readonly open: number;
  readonly args: readonly Expression[];
  /** True if the last argument is followed by `...`. */
  readonly expandLast: boolean;
}

export interface Parentheses extends Span {
  readonly kind: 'parentheses';
  readonly value: Expression;
}

export interface Unary extends Span {
  readonly kind: 'unary';
  readonly operator: '-' | '!';
  readonly value: Expression;
}

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface Binary extends Span {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Conditional extends Span {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

export interface Tuple extends Span {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
  /** Offsets of the commas, including a trailing one. */
  readonly commas: readonly number[];
}

export interface ObjectExpression extends Span {
  readonly kind: 'object';
  readonly items: readonly ObjectItem[];
}

export interface ObjectItem extends Span {
  readonly kind: 'object-item';
  /** A bare identifier is a `variable` node here, but as a key it means its own name. */
  readonly key: Expression;
  /** Offset of `=` or `:`. */
  readonly separator: number;
  readonly value: Expression;
  /** Offset of the comma after the value, if there is one. */
  readonly comma?: number;
}

/** `[for k, v in collection : value if condition]` */
export interface ForTuple extends Span {
  readonly kind: 'for-tuple';
  readonly keyName?: string;
  readonly valueName: string;
  readonly collection: Expression;
  readonly value: Expression;
  readonly condition?: Expression;
}

/** `{for k, v in collection : key => value... if condition}` */
export interface ForObject extends Span {
  readonly kind: 'for-object';
  readonly keyName?: string;
  readonly valueName: string;
  readonly collection: Expression;
  readonly key: Expression;
  readonly value: Expression;
  /** True for `...`: values with equal keys are collected into lists. */
  readonly group: boolean;
  readonly condition?: Expression;
}

/**
 * A syntax error: its position, and what was expected. Offsets are UTF-16; lines and columns are
 * 1-based.
 */
export interface Diagnostic extends Span {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** One parsed file. `errors` is empty exactly when HashiCorp's parser accepts the text. */
export interface HclFile {
  readonly text: string;
  readonly body: Body;
  readonly errors: readonly Diagnostic[];
}
