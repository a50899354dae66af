import type { Block, Expression, HclFile } from '../../hcl/syntax/ast.ts';

/** One file that takes part in the configuration. */
export interface SourceFile {
  readonly path: string;
  /** The text that spans of `hcl` refer to. Translated from JSON when `format` is `json`. */
  readonly text: string;
  /** The text in the tree, where `text` is a translation of it. */
  readonly source?: string;
  readonly hcl: HclFile;
  readonly format: 'native' | 'json';
  readonly role: 'config' | 'override' | 'tfvars';
  /** False for JSON files, variable files aside, generated ones, and files of registry or Git modules. */
  readonly editable: boolean;
  /** A tool writes it, and would write over an edit. */
  readonly generated?: boolean;
  /** It belongs to a copy of a module that others publish. */
  readonly vendored?: boolean;
}

/** An expression and the file its span refers to. */
export interface SourceExpression {
  readonly file: SourceFile;
  readonly expr: Expression;
}

/** A block and the file its span refers to. */
export interface SourceBlock {
  readonly file: SourceFile;
  readonly block: Block;
}
