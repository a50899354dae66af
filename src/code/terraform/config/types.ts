import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { InstanceKey } from '../address.ts';
import type { ResourceDefinition } from './blocks.ts';
import type { Configuration, Module } from './configuration.ts';
import type { Definition } from './definition.ts';
import type { Location } from './location.ts';
import type { Binding, ModuleInstance, ResourceInstance, Scope } from './scope.ts';
import type { SourceExpression, SourceFile } from './source.ts';

/** The resource instances in the state. */
export interface StateValues {
  /** Attributes of an instance; undefined if it is not in the state. */
  get(address: string): JsonObject | undefined;
  /** Instance keys of a resource (`module.a.aws_x.y`); `[undefined]` for a single one. */
  keys(resourceAddress: string): readonly InstanceKey[];
}

export interface DefaultTag extends SourceExpression {
  readonly key: string;
  readonly value: Value;
  /** The scope of `expr`, which is the entire `tags` expression of `default_tags`. */
  readonly scope: Scope;
}

/**
 * A resource or module whose instances cannot be determined, because its count or for_each is
 * unknown.
 */
export interface Unexpanded {
  /** `module.a.aws_x.y` or `module.b`. */
  readonly address: string;
  readonly reason: string;
}

export interface EvaluationOptions {
  /** Value of `plantimestamp()`; unknown by default. */
  readonly planTimestamp?: string;
  /**
   * If instances cannot be determined, assume one that represents all of them: `["*"]` or `[0]`.
   * References do not see it.
   */
  readonly assumes?: boolean;
}

/**
 * The configuration with values. Everything is computed on first use and kept, so creating an
 * evaluation is cheap. To see the effect of an edit, create another one for the changed tree.
 */
export interface Evaluation {
  readonly configuration: Configuration;
  /** Managed resource instances that the code declares, sorted. */
  addresses(): readonly string[];
  unexpanded(): readonly Unexpanded[];
  instance(address: string): ResourceInstance | undefined;
  /** Instances of one declaration, over all instances of its module. */
  instancesOf(declaration: ResourceDefinition): readonly ResourceInstance[];
  /** All instances of a module; for the root, one without keys. */
  moduleInstances(module: Module): readonly ModuleInstance[];
  /**
   * The declared value at a path; undefined if the code does not declare it. Repeated blocks are
   * lists in order of appearance; an `element` step selects the first member that matches it.
   */
  valueAt(address: string, path: AttributePath): Value | undefined;
  /** All declared arguments and nested blocks of an instance, without meta-arguments. */
  attributes(address: string): ReadonlyMap<string, Value>;
  /** One declared argument or all nested blocks of a type, for an instance of this evaluation. */
  attribute(instance: ResourceInstance, name: string): Value | undefined;
  /** The value of an expression in `scope.file`. */
  evaluate(expr: Expression, scope: Scope): Value;
  /**
   * The definition that the reference `expr` leads to. Undefined if `expr` is not a reference, or
   * if its target cannot be determined (a splat, an unknown index, a name that does not exist).
   */
  define(scope: Scope, expr: Expression): Definition | undefined;
  locate(address: string, path: AttributePath): Location | undefined;
  /** Tags that the resource's provider configuration adds, by key. */
  defaultTags(address: string): ReadonlyMap<string, DefaultTag>;
  /** Tags that a provider configuration adds, by key; `provider` is its name in the module. */
  providerTags(instance: ModuleInstance, provider: string): ReadonlyMap<string, DefaultTag>;
  /** The scope for an expression of the same block in another file (an override). */
  inFile(scope: Scope, file: SourceFile): Scope;
  /** The scope with additional iterators, e.g. of a `for` expression. */
  bind(scope: Scope, bindings: ReadonlyMap<string, Binding>): Scope;
  /** Problems found so far: cycles, errors in expressions, unknown names. */
  diagnostics(): readonly Problem[];
}
