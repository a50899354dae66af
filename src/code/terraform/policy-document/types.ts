import type { Json } from '../../../model/json.ts';

/** Who a statement speaks of: `AWS` and the like, with one text or a list. */
export interface StatementPrincipal {
  readonly type: string;
  readonly identifiers: string | readonly string[];
}

export interface StatementCondition {
  readonly test: string;
  readonly variable: string;
  readonly values: readonly string[];
}

/** Where a statement of a document comes from. */
export type StatementOrigin =
  /** A `statement` block, by its place among those that the block generates. */
  | { readonly kind: 'statement'; readonly index: number }
  /** A statement of a document that is merged in, by the places of both. */
  | {
      readonly kind: 'document';
      readonly argument: 'source_policy_documents' | 'override_policy_documents';
      readonly index: number;
      readonly statement: number;
    };

/** One statement as the provider holds it: blank parts are left out when it is written. */
export interface PolicyStatement {
  readonly origin: StatementOrigin;
  readonly sid: string;
  readonly effect: string;
  /** `Action`, `NotAction`, `Resource`, `NotResource`, as they are written. */
  readonly lists: ReadonlyMap<ListName, Json>;
  readonly principals: readonly StatementPrincipal[];
  readonly notPrincipals: readonly StatementPrincipal[];
  readonly conditions: readonly StatementCondition[];
}

export type ListName = 'Action' | 'NotAction' | 'Resource' | 'NotResource';

export interface PolicyDocument {
  readonly version: string;
  readonly id: string;
  readonly statements: readonly PolicyStatement[];
}

/** The arguments of the lists in a `statement` block. */
export const listArguments: ReadonlyMap<ListName, string> = new Map([
  ['Action', 'actions'],
  ['NotAction', 'not_actions'],
  ['Resource', 'resources'],
  ['NotResource', 'not_resources'],
]);
