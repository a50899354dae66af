import type { SourceTree } from '../../../model/source-tree.ts';
import type { LoadOptions } from '../config/configuration.ts';

/** A root module with the inputs for one of its states. */
export interface RootStack {
  /** Folder of the root module, relative to the top of the repository; empty for the top itself. */
  readonly folder: string;
  /** Relative to the folder, lowest precedence first. */
  readonly varFiles: readonly string[];
  readonly workspace: string;
}

/** A stack as given in settings; missing parts have defaults. */
export interface NamedStack {
  readonly folder: string;
  readonly varFiles?: readonly string[];
  readonly workspace?: string;
}

/** Another stack of the repository, with its files. */
export interface OtherStack {
  readonly stack: RootStack;
  /** For people: `envs/prod`, `app (prod.tfvars)`, `app (workspace prod)`. */
  readonly title: string;
  readonly tree: SourceTree;
  readonly options: LoadOptions;
  /** Text of a local state file; undefined if there is none, so that only the code is known. */
  readonly state?: string;
  /** Maps a path in the current stack's tree to one in this stack's tree. */
  readonly pathOf: (path: string) => string;
}

/** The rest of the repository that contains a project. It is read on first use. */
export interface CodeRepository {
  /**
   * Stacks whose code or functions may read one of these files. Undefined if the repository is too
   * large to analyze.
   */
  readersOf(paths: readonly string[]): readonly OtherStack[] | undefined;
}
