import type { AttributePath } from '../../../model/path.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { ModuleCall, OutputBlock, VariableBlock, VariableSource } from './blocks.ts';
import type { Scope } from './scope.ts';
import type { SourceExpression } from './source.ts';

/**
 * What a reference refers to, one step closer to the literal. `rest` is what the expression selects
 * inside it: `['tags', 'Name']` for `var.x.tags["Name"]`.
 */
export type Definition = { readonly rest: AttributePath } & (
  | {
      /** A root variable, or one of a child module that its caller does not set. */
      readonly kind: 'variable';
      readonly declaration: VariableBlock;
      /** Highest precedence first; empty if the variable has no value. */
      readonly sources: readonly VariableSource[];
      /** For a child module, the call that could set it. */
      readonly caller?: { readonly call: ModuleCall; readonly scope: Scope };
    }
  | ({
      /** A module input: the caller's argument. `scope` is the caller's. */
      readonly kind: 'argument';
      readonly declaration: VariableBlock;
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
      readonly declaration: OutputBlock;
      readonly scope: Scope;
    } & SourceExpression)
  | {
      /** An attribute of a managed resource; `rest` is its path. */
      readonly kind: 'resource';
      readonly address: string;
    }
  | { readonly kind: 'data'; readonly address: string }
);
