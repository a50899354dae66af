import type { InsertOptions } from '../../../../code/hcl/edit/attribute.ts';
import type { Attribute } from '../../../../code/hcl/syntax/ast.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import type { DocumentWrite } from './write.ts';

/** A `statement` block of a policy document. */
export interface StatementPlace {
  readonly evaluation: Evaluation;
  /** Address of the data source. */
  readonly address: string;
  readonly occurrence: BlockOccurrence;
  readonly write: DocumentWrite;
}

/** What a person would call an argument of the statement. */
export function statementLabel({ address, occurrence }: StatementPlace, name: string): string {
  return `${name} of statement[${occurrence.index}] of ${address}`;
}

/** The argument with that name, if the block has one. */
export function attributeIn({ content }: BlockOccurrence, name: string): Attribute | undefined {
  const item = content.body.items.find((each) => each.kind === 'attribute' && each.name === name);
  return item?.kind === 'attribute' ? item : undefined;
}

/** `sid` and `effect` are placed first. */
export function placeOf(occurrence: BlockOccurrence, name: string): InsertOptions {
  if (name === 'sid') return { after: 'start' };
  return name === 'effect' ? { after: attributeIn(occurrence, 'sid') ?? 'start' } : {};
}
