import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { InstanceKey } from '../address.ts';
import type { Configuration, Module } from './configuration.ts';
import type { ResourceDeclaration } from './declarations.ts';
import type { Definition } from './definition.ts';
import type { Location } from './location.ts';
import type { Binding, ModuleInstance, ResourceInstance, Scope } from './scope.ts';
import type { SourceExpression, SourceFile } from './source.ts';

/** What the state knows about resource instances. */
export interface StateValues {
  /** Attributes of an instance; undefined when the state does not have it. */
  get(address: string): JsonObject | undefined;
  /** Instance keys of a resource (`module.a.aws_x.y`); `[undefined]` for a single one. */
  keys(resourceAddress: string): readonly InstanceKey[];
}

export interface DefaultTag extends SourceExpression {
  readonly key: string;
  readonly value: Value;
  /** Scope of `expr`, which is the whole `tags` expression of `default_tags`. */
  readonly scope: Scope;
}

/** A resource or module whose instances cannot be determined: its count or for_each is unknown. */
export interface Unexpanded {
  /** `module.a.aws_x.y` or `module.b`. */
  readonly address: string;
  readonly reason: string;
}

export interface EvaluationOptions {
  /** Used by `plantimestamp()`; unknown when left out. */
  readonly planTimestamp?: string;
  /**
   * Where instances cannot be determined, one stands for all of them: `["*"]` or `[0]`. References see
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
   * refers to cannot be determined (a splat, an unknown index, a name that does not exist).
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
