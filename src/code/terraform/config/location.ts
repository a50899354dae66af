import type { AttributePath } from '../../../model/path.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Attribute, Block, Body } from '../../hcl/syntax/ast.ts';
import type { Scope } from './scope.ts';
import type { SourceBlock, SourceExpression, SourceFile } from './source.ts';

/** One nested block of a resource instance, as the provider would receive it. */
export interface BlockOccurrence {
  readonly file: SourceFile;
  /** The block with the content: the nested block itself, or `content` of a dynamic block. */
  readonly content: Block;
  /** The scope for expressions in the content, including the iterator. */
  readonly scope: Scope;
  /** Position among the occurrences of this block type. */
  readonly index: number;
  /** Set when a dynamic block generates it. */
  readonly dynamic?: {
    readonly block: Block;
    readonly iterator: string;
    /** The collection, to be evaluated in `scope`, which does not have this block's iterator. */
    readonly collection: SourceExpression;
    readonly scope: Scope;
    readonly key: Value;
    readonly value: Value;
  };
}

/** Where in the code a path of a resource instance is declared. */
export type Location =
  | ({
      /** An attribute sets it; `rest` is the remaining path inside its value. */
      readonly kind: 'attribute';
      readonly attribute: Attribute;
      /** The body that contains the attribute. */
      readonly body: Body;
      readonly scope: Scope;
      readonly rest: AttributePath;
      /** The nested blocks that contain it, outermost first. */
      readonly through: readonly BlockOccurrence[];
    } & SourceExpression)
  | {
      /** The path leads to one nested block. */
      readonly kind: 'block';
      readonly occurrence: BlockOccurrence;
      readonly through: readonly BlockOccurrence[];
    }
  | {
      /** The path leads to a block type, that is, to all its blocks in order of appearance. */
      readonly kind: 'blocks';
      readonly type: string;
      readonly occurrences: readonly BlockOccurrence[];
      /** `dynamic` blocks of this type, even if they currently generate no blocks. */
      readonly dynamics: readonly SourceBlock[];
      /** The block that contains them. */
      readonly parent: SourceBlock;
      readonly scope: Scope;
      readonly through: readonly BlockOccurrence[];
    }
  | {
      /** It is not declared. It would be added to `parent`, with `rest` as the path inside. */
      readonly kind: 'absent';
      readonly parent: SourceBlock;
      readonly scope: Scope;
      readonly rest: AttributePath;
      readonly through: readonly BlockOccurrence[];
    };
