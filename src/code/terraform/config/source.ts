import type { Block, Expression, HclFile } from '../../hcl/syntax/ast.ts';

/** A file that is part of the configuration. */
export interface SourceFile {
  readonly path: string;
  /** The text that spans of `hcl` refer to. Translated from JSON when `format` is `json`. */
  readonly text: string;
  /** The original text in the tree if `text` is a translation of it. */
  readonly source?: string;
  readonly hcl: HclFile;
  readonly format: 'native' | 'json';
  readonly role: 'config' | 'override' | 'tfvars';
  /**
   * False for JSON files except variable files, for generated files, and for files of registry or
   * Git modules.
   */
  readonly editable: boolean;
  /** True if a tool generates the file and would overwrite an edit. */
  readonly generated?: boolean;
  /** True if it is part of a copy of a module that others publish. */
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
