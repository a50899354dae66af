import type { Problem } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { Program } from '../program.ts';
import type { Links } from '../project/links.ts';
import type { UnreadFiles } from '../project/unread.ts';
import type {
  LocalValue,
  ModuleCall,
  OutputBlock,
  ProviderBlock,
  ResourceDefinition,
  VariableBlock,
  VariableSource,
} from './blocks.ts';
import type { ParseCache } from './parse-cache.ts';
import type { SourceFile } from './source.ts';

export interface LoadOptions {
  /** Folder of the root module within the tree. Defaults to the tree's root. */
  readonly root?: string;
  /** `-var-file` arguments in order, relative to the root of the tree. */
  readonly varFiles?: readonly string[];
  /** `-var` arguments. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The environment; only `TF_VAR_*` variables are read. */
  readonly env?: Readonly<Record<string, string>>;
  /** Value of `terraform.workspace`. Defaults to `default`. */
  readonly workspace?: string;
  readonly links?: Links;
  /** Files that could not be read. Unread code files are reported as problems. */
  readonly unread?: UnreadFiles;
  /**
   * The folder in which modules may be edited, as a path up from the root of the tree: `../..` for
   * the top of the repository. Defaults to the root of the tree.
   */
  readonly within?: string;
  /** The program that reads the code: Terraform ignores `.tofu` files. Defaults to OpenTofu. */
  readonly product?: Program;
  readonly cache?: ParseCache;
}

export interface LoadResult {
  readonly configuration: Configuration;
  /**
   * Syntax errors, unresolved modules, duplicates. The rest of the configuration is usable
   * nevertheless.
   */
  readonly problems: readonly Problem[];
}

export interface Configuration {
  readonly root: Module;
  /** All modules in use, by their call names joined with `.`; the root is the empty string. */
  readonly modules: ReadonlyMap<string, Module>;
  /**
   * The sources of each root variable's value, highest precedence first; the default is the last.
   */
  readonly inputs: ReadonlyMap<string, readonly VariableSource[]>;
  readonly tree: SourceTree;
  /** Folder of the root module, without a trailing slash. */
  readonly rootDir: string;
  readonly workspace: string;
  /** The variable files given as arguments, in order. */
  readonly varFiles: readonly string[];
  readonly links: Links;
  readonly unread: UnreadFiles;
  /**
   * The folder in which modules and files may be edited, as a path up from the root of the tree.
   */
  readonly within: string;
}

/** A module as written: one for each chain of calls, regardless of the number of its instances. */
export interface Module {
  /** Names of the calls that lead here from the root. */
  readonly path: readonly string[];
  /** Folder within the tree, without a trailing slash. */
  readonly dir: string;
  /** False for modules from a registry or Git, which are read but never edited. */
  readonly editable: boolean;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly variables: ReadonlyMap<string, VariableBlock>;
  readonly locals: ReadonlyMap<string, LocalValue>;
  /** Managed resources by `type.name`. */
  readonly resources: ReadonlyMap<string, ResourceDefinition>;
  /** Data sources by `type.name`. */
  readonly data: ReadonlyMap<string, ResourceDefinition>;
  readonly outputs: ReadonlyMap<string, OutputBlock>;
  readonly calls: ReadonlyMap<string, ModuleCall>;
  /** Provider configurations by `name` or `name.alias`. */
  readonly providers: ReadonlyMap<string, ProviderBlock>;
}
