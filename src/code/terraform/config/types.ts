import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Attribute, Block, Body, Expression, HclFile } from '../../hcl/syntax/ast.ts';
import type { InstanceKey } from '../address.ts';
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

/**
 * Remembers parsed files and the modules made of them, so that loading a tree where one file
 * changed looks at that file and at the modules it is part of. Owned by the caller; made by
 * `createParseCache`.
 */
export interface ParseCache {
  parse(path: string, text: string): HclFile;
  /** What was made under this key of the same parts; they are compared by identity. */
  reuse<T>(key: string, parts: readonly unknown[], make: () => T): T;
  /** Made of what was made under this key the last time, where there is such a thing. */
  latest<T>(key: string, make: (before: T | undefined) => T): T;
  /** What was made of this object for this purpose; it is there as long as the object is. */
  of<T extends object>(purpose: string, object: object, make: () => T): T;
}

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

/** What the state knows about resource instances. */
export interface StateValues {
  /** Attributes of an instance; undefined when the state does not have it. */
  get(address: string): JsonObject | undefined;
  /** Instance keys of a resource (`module.a.aws_x.y`); `[undefined]` for a single one. */
  keys(resourceAddress: string): readonly InstanceKey[];
}

/** A module instance: a module with all keys on the way from the root. */
export interface ModuleInstance {
  /** `` for the root, else `module.a["x"].module.b`. */
  readonly address: string;
  readonly module: Module;
  /** How it was called; undefined for the root. */
  readonly caller?: {
    readonly call: ModuleCall;
    readonly key: InstanceKey;
    /** Scope of the call's arguments, with this instance's `each` or `count`. */
    readonly scope: Scope;
  };
}

/** What `each.*` and `count.index` mean in a scope. */
export type Repetition =
  | {
      readonly kind: 'for_each';
      readonly key: string;
      readonly value: Value;
      /** The `for_each` expression; evaluate it in `scope`. */
      readonly source: SourceExpression;
      readonly scope: Scope;
      /** It stands for instances that cannot be told: their keys and values are unknown. */
      readonly assumed?: boolean;
    }
  | {
      readonly kind: 'count';
      readonly index: number;
      readonly source: SourceExpression;
      readonly scope: Scope;
      readonly assumed?: boolean;
    };

/** What an iterator of a dynamic block, `for` expression or template `for` is bound to. */
export interface Binding {
  /** `entry` iterators (dynamic blocks) have `.key` and `.value`; others are the value itself. */
  readonly shape: 'entry' | 'key' | 'value';
  readonly key: Value;
  readonly value: Value;
  /** The collection; evaluate it in `scope`. */
  readonly collection: SourceExpression;
  readonly scope: Scope;
}

/** Where an expression stands: gives names their meaning. Immutable. */
export interface Scope {
  /** The file whose text the spans of expressions refer to. */
  readonly file: SourceFile;
  readonly instance: ModuleInstance;
  readonly repetition?: Repetition;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** A variable file: no references, functions only. */
  readonly isolated?: boolean;
}

export interface ResourceInstance {
  readonly address: string;
  readonly key: InstanceKey;
  readonly declaration: ResourceDeclaration;
  /** Scope of the declaration's own file; `Evaluation.inFile` gives that of an override. */
  readonly scope: Scope;
}

/**
 * What a reference stands for, one step towards the literal. `rest` is what the expression
 * selects further inside it: `['tags', 'Name']` for `var.x.tags["Name"]`.
 */
export type Definition = { readonly rest: AttributePath } & (
  | {
      /** A root variable, or a child module's that its caller does not set. */
      readonly kind: 'variable';
      readonly declaration: VariableDeclaration;
      /** Winner first; empty when the variable has no value. */
      readonly sources: readonly VariableSource[];
      /** The call that could set it, for a child module. */
      readonly caller?: { readonly call: ModuleCall; readonly scope: Scope };
    }
  | ({
      /** A module input: the caller's argument. `scope` is the caller's. */
      readonly kind: 'argument';
      readonly declaration: VariableDeclaration;
      readonly call: ModuleCall;
      readonly scope: Scope;
    } & SourceExpression)
  | ({ readonly kind: 'local'; readonly name: string; readonly scope: Scope } & SourceExpression)
  | ({
      /** `each.key` or `each.value`; `expr` is the `for_each` expression. */
      readonly kind: 'each';
      readonly part: 'key' | 'value';
      readonly key: string;
      readonly scope: Scope;
    } & SourceExpression)
  | ({
      /** `count.index`; `expr` is the `count` expression. */
      readonly kind: 'count';
      readonly index: number;
      readonly scope: Scope;
    } & SourceExpression)
  | ({
      /** Iterator of a dynamic block or `for` expression; `expr` is the collection. */
      readonly kind: 'iterator';
      readonly part: 'key' | 'value';
      /** Map key or list index; for a set the element itself. */
      readonly key: Value;
      readonly value: Value;
      readonly scope: Scope;
    } & SourceExpression)
  | ({
      /** A module's output; `scope` is the child module's. */
      readonly kind: 'output';
      readonly declaration: OutputDeclaration;
      readonly scope: Scope;
    } & SourceExpression)
  | {
      /** An attribute of a managed resource; `rest` is its path. */
      readonly kind: 'resource';
      readonly address: string;
    }
  | { readonly kind: 'data'; readonly address: string }
);

/** One nested block of a resource instance, as the provider would see it. */
export interface BlockOccurrence {
  readonly file: SourceFile;
  /** The block that holds the content: itself, or `content` of a dynamic block. */
  readonly content: Block;
  /** Scope for the content's expressions, the iterator included. */
  readonly scope: Scope;
  /** Position among the occurrences of this block type. */
  readonly index: number;
  /** Set when a dynamic block generates it. */
  readonly dynamic?: {
    readonly block: Block;
    readonly iterator: string;
    /** The collection; evaluate it in `scope`, without this block's iterator. */
    readonly collection: SourceExpression;
    readonly scope: Scope;
    readonly key: Value;
    readonly value: Value;
  };
}

/** Where in the code a path of a resource instance is declared. */
export type Location =
  | ({
      /** An attribute gives it; `rest` leads on inside its value. */
      readonly kind: 'attribute';
      readonly attribute: Attribute;
      /** Body the attribute stands in. */
      readonly body: Body;
      readonly scope: Scope;
      readonly rest: AttributePath;
      /** Nested blocks passed on the way, outermost first. */
      readonly through: readonly BlockOccurrence[];
    } & SourceExpression)
  | {
      /** The path names one nested block. */
      readonly kind: 'block';
      readonly occurrence: BlockOccurrence;
      readonly through: readonly BlockOccurrence[];
    }
  | {
      /** The path names a block type: all its blocks, in order of appearance. */
      readonly kind: 'blocks';
      readonly type: string;
      readonly occurrences: readonly BlockOccurrence[];
      /** `dynamic` blocks of this type, whether or not they generate any now. */
      readonly dynamics: readonly SourceBlock[];
      /** Block they stand in. */
      readonly parent: SourceBlock;
      readonly scope: Scope;
      readonly through: readonly BlockOccurrence[];
    }
  | {
      /** Not declared; it would go into `parent`, where `rest` is still to be written. */
      readonly kind: 'absent';
      readonly parent: SourceBlock;
      readonly scope: Scope;
      readonly rest: AttributePath;
      readonly through: readonly BlockOccurrence[];
    };

export interface DefaultTag extends SourceExpression {
  readonly key: string;
  readonly value: Value;
  /** Scope of `expr`, which is the whole `tags` expression of `default_tags`. */
  readonly scope: Scope;
}

/** A resource or module whose instances cannot be told: its count or for_each is unknown. */
export interface Unexpanded {
  /** `module.a.aws_x.y` or `module.b`. */
  readonly address: string;
  readonly reason: string;
}

export interface EvaluationOptions {
  /** Used by `plantimestamp()`; unknown when left out. */
  readonly planTimestamp?: string;
  /**
   * Where instances cannot be told, one stands for all of them: `["*"]` or `[0]`. References see
   * none of it.
   */
  readonly assumes?: boolean;
}

/**
 * The configuration with values. Everything is computed on first use and kept, so a fresh one is
 * cheap; to see the effect of an edit, make another one on the changed tree.
 */
export interface Evaluation {
  readonly configuration: Configuration;
  /** Managed resource instances that the code declares, sorted. */
  addresses(): readonly string[];
  unexpanded(): readonly Unexpanded[];
  instance(address: string): ResourceInstance | undefined;
  /** Instances of one declaration in all instances of its module. */
  instancesOf(declaration: ResourceDeclaration): readonly ResourceInstance[];
  /** All instances of a module; one without keys for the root. */
  moduleInstances(module: Module): readonly ModuleInstance[];
  /**
   * The declared value at a path; undefined when the code does not declare it. Repeated blocks are
   * lists in order of appearance; an `element` step finds the first member that agrees with it.
   */
  valueAt(address: string, path: AttributePath): Value | undefined;
  /** All declared arguments and nested blocks of an instance, without meta-arguments. */
  attributes(address: string): ReadonlyMap<string, Value>;
  /** One of them, of an instance of this evaluation. */
  attribute(instance: ResourceInstance, name: string): Value | undefined;
  /** The value of an expression that stands in `scope.file`. */
  evaluate(expr: Expression, scope: Scope): Value;
  /**
   * What the reference `expr` stands for. Undefined when `expr` is no reference, or what it
   * refers to cannot be told (a splat, an unknown index, a name that does not exist).
   */
  define(scope: Scope, expr: Expression): Definition | undefined;
  locate(address: string, path: AttributePath): Location | undefined;
  /** Tags that the resource's provider configuration adds, by key. */
  defaultTags(address: string): ReadonlyMap<string, DefaultTag>;
  /** The same of a provider configuration, by the name that it has in the module. */
  providerTags(instance: ModuleInstance, provider: string): ReadonlyMap<string, DefaultTag>;
  /** Scope of an expression of the same block in another file (an override). */
  inFile(scope: Scope, file: SourceFile): Scope;
  /** Scope with iterators of a `for` expression bound. */
  bind(scope: Scope, bindings: ReadonlyMap<string, Binding>): Scope;
  /** What went wrong so far: cycles, errors in expressions, unknown names. */
  diagnostics(): readonly Problem[];
}
