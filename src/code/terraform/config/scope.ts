import type { Value } from '../../hcl/eval/value.ts';
import type { InstanceKey } from '../address.ts';
import type { ModuleCall, ResourceDefinition } from './blocks.ts';
import type { Module } from './configuration.ts';
import type { SourceExpression, SourceFile } from './source.ts';

/** An instance of a module, with all instance keys from the root down. */
export interface ModuleInstance {
  /** Empty for the root, otherwise e.g. `module.a["x"].module.b`. */
  readonly address: string;
  readonly module: Module;
  /** The call that created it; undefined for the root. */
  readonly caller?: {
    readonly call: ModuleCall;
    readonly key: InstanceKey;
    /** The scope for the call's arguments, with this instance's `each` or `count`. */
    readonly scope: Scope;
  };
}

/** The values of `each.*` or `count.index` in a scope. */
export type Repetition =
  | {
      readonly kind: 'for_each';
      readonly key: string;
      readonly value: Value;
      /** The `for_each` expression, to be evaluated in `scope`. */
      readonly source: SourceExpression;
      readonly scope: Scope;
      /**
       * True if it represents instances that cannot be determined, so that keys and values are
       * unknown.
       */
      readonly assumed?: boolean;
    }
  | {
      readonly kind: 'count';
      readonly index: number;
      readonly source: SourceExpression;
      readonly scope: Scope;
      readonly assumed?: boolean;
    };

/**
 * The value that an iterator of a dynamic block, `for` expression or template `for` is bound to.
 */
export interface Binding {
  /**
   * `entry` iterators (in dynamic blocks) have `.key` and `.value`; others are the key or the value
   * itself.
   */
  readonly shape: 'entry' | 'key' | 'value';
  readonly key: Value;
  readonly value: Value;
  /** The collection, to be evaluated in `scope`. */
  readonly collection: SourceExpression;
  readonly scope: Scope;
}

/** The context of an expression, which determines what names mean. Immutable. */
export interface Scope {
  /** The file whose text the spans of expressions refer to. */
  readonly file: SourceFile;
  readonly instance: ModuleInstance;
  readonly repetition?: Repetition;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** What `self` means, in the conditions of a resource. */
  readonly self?: ResourceInstance;
  /** True in a variable file, where only functions are available, no references. */
  readonly isolated?: boolean;
}

export interface ResourceInstance {
  readonly address: string;
  readonly key: InstanceKey;
  readonly declaration: ResourceDefinition;
  /** The scope for the declaration's own file; use `Evaluation.inFile` for overrides. */
  readonly scope: Scope;
}
