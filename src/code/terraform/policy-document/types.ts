import type { Json } from '../../../model/json.ts';

/** The principals of one type, such as `AWS`, in a statement: one text or a list. */
export interface StatementPrincipal {
  readonly type: string;
  readonly identifiers: string | readonly string[];
}

export interface StatementCondition {
  readonly test: string;
  readonly variable: string;
  readonly values: readonly string[];
}

/** The origin of a statement in the document. */
export type StatementOrigin =
  /** A `statement` block, by its index among those that the data source has. */
  | { readonly kind: 'statement'; readonly index: number }
  /**
   * A statement of a document that is merged in, by the index of the document and of the statement.
   */
  | {
      readonly kind: 'document';
      readonly argument: 'source_policy_documents' | 'override_policy_documents';
      readonly index: number;
      readonly statement: number;
    };

/** One statement, as the provider represents it. Blank parts are omitted when it is written. */
export interface PolicyStatement {
  readonly origin: StatementOrigin;
  readonly sid: string;
  readonly effect: string;
  /** `Action`, `NotAction`, `Resource`, `NotResource`, in their original form. */
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

/** The argument for each list in a `statement` block. */
export const listArguments: ReadonlyMap<ListName, string> = new Map([
  ['Action', 'actions'],
  ['NotAction', 'not_actions'],
  ['Resource', 'resources'],
  ['NotResource', 'not_resources'],
]);
