import type { SourceTree } from '../../../model/source-tree.ts';
import type { LoadOptions } from '../config/configuration.ts';

/** A root module with the inputs of one of its states. */
export interface RootStack {
  /** Folder of the root module, relative to the top of the repository; empty for the top itself. */
  readonly folder: string;
  /** Relative to the folder, in the order of precedence. */
  readonly varFiles: readonly string[];
  readonly workspace: string;
}

/** A stack as settings name it: what is left out is found. */
export interface NamedStack {
  readonly folder: string;
  readonly varFiles?: readonly string[];
  readonly workspace?: string;
}

/** A stack beside the one at work, read. */
export interface OtherStack {
  readonly stack: RootStack;
  /** For people: `envs/prod`, `app (prod.tfvars)`, `app (workspace prod)`. */
  readonly title: string;
  readonly tree: SourceTree;
  readonly options: LoadOptions;
  /** Text of its state where that lies beside it; undefined where only its code is known. */
  readonly state?: string;
  /** The path in its tree of a path in the tree of the stack at work. */
  readonly pathOf: (path: string) => string;
}

/** The rest of the repository that a project is part of. Read when it is first asked for. */
export interface CodeRepository {
  /**
   * Stacks whose code, or whose functions, may read one of these files, by title. Undefined where
   * the repository is too large to tell.
   */
  readersOf(paths: readonly string[]): readonly OtherStack[] | undefined;
}
