import type { InsertOptions } from '../../../../code/hcl/edit/attribute.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
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

/** `sid` and `effect` are placed first. */
export function statementPlace({ content }: BlockOccurrence, name: string): InsertOptions {
  if (name === 'sid') return { after: 'start' };
  return name === 'effect' ? { after: attributeIn(content, 'sid') ?? 'start' } : {};
}
