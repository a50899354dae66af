import type { Value } from '../../hcl/eval/value.ts';
import type { InstanceKey } from '../address.ts';
import type { Module } from './configuration.ts';
import type { ModuleCall, ResourceDeclaration } from './declarations.ts';
import type { SourceExpression, SourceFile } from './source.ts';

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
      /** It stands for instances that cannot be determined: their keys and values are unknown. */
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
