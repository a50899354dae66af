import type { Problem } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { Program } from '../program.ts';
import type { Links } from '../project/links.ts';
import type { UnreadFiles } from '../project/unread.ts';
import type {
  LocalDeclaration,
  ModuleCall,
  OutputDeclaration,
  ProviderDeclaration,
  ResourceDeclaration,
  VariableDeclaration,
  VariableSource,
} from './declarations.ts';
import type { ParseCache } from './parse-cache.ts';
import type { SourceFile } from './source.ts';

export interface LoadOptions {
  /** Folder of the root module within the tree; the tree's root when left out. */
  readonly root?: string;
  /** `-var-file` arguments in order, relative to the root of the tree. */
  readonly varFiles?: readonly string[];
  /** `-var` arguments. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Environment; only `TF_VAR_*` is read. */
  readonly env?: Readonly<Record<string, string>>;
  /** Value of `terraform.workspace`, `default` when left out. */
  readonly workspace?: string;
  /** Symbolic links of the project. */
  readonly links?: Links;
  /** What could not be read; code among it is a problem. */
  readonly unread?: UnreadFiles;
  /**
   * Folder that modules may be edited in, as the way up from the root of the tree: `../..` for the
   * top of the repository. The root of the tree when left out.
   */
  readonly within?: string;
  /** The program that reads the code: Terraform passes over `.tofu` files. OpenTofu when left out. */
  readonly product?: Program;
  readonly cache?: ParseCache;
}

export interface LoadResult {
  readonly configuration: Configuration;
  /** Syntax errors, unresolved modules, duplicates: what can be used is used nevertheless. */
  readonly problems: readonly Problem[];
}

export interface Configuration {
  readonly root: Module;
  /** Every module reached, by its call names joined with `.`; the root is the empty string. */
  readonly modules: ReadonlyMap<string, Module>;
  /** Where root variables get their value from, winner first; the default is the last. */
  readonly inputs: ReadonlyMap<string, readonly VariableSource[]>;
  readonly tree: SourceTree;
  /** Folder of the root module, without a trailing slash. */
  readonly rootDir: string;
  readonly workspace: string;
  /** Variable files that were named, in order. */
  readonly varFiles: readonly string[];
  readonly links: Links;
  readonly unread: UnreadFiles;
  /** Folder that modules and files may be edited in, as the way up from the root of the tree. */
  readonly within: string;
}

/** A module as written: one for every chain of calls, however many instances it has. */
export interface Module {
  /** Names of the calls that lead here from the root. */
  readonly path: readonly string[];
  /** Folder within the tree, without a trailing slash. */
  readonly dir: string;
  /** False for modules that come from a registry or from Git: read, never edited. */
  readonly editable: boolean;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly variables: ReadonlyMap<string, VariableDeclaration>;
  readonly locals: ReadonlyMap<string, LocalDeclaration>;
  /** Managed resources by `type.name`. */
  readonly resources: ReadonlyMap<string, ResourceDeclaration>;
  /** Data sources by `type.name`. */
  readonly data: ReadonlyMap<string, ResourceDeclaration>;
  readonly outputs: ReadonlyMap<string, OutputDeclaration>;
  readonly calls: ReadonlyMap<string, ModuleCall>;
  /** Provider configurations by `name` or `name.alias`. */
  readonly providers: ReadonlyMap<string, ProviderDeclaration>;
}
