import type { AttributePath } from '../../../model/path.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Attribute, Block, Body } from '../../hcl/syntax/ast.ts';
import type { Scope } from './scope.ts';
import type { SourceBlock, SourceExpression, SourceFile } from './source.ts';

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
