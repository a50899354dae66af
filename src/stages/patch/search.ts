import type { CodeBase, EditableCode } from './code-base.ts';
import type { FindElsewhere } from './elsewhere.ts';
import type { PickedPlace } from './pick.ts';
import type { Goal } from './types.ts';

/** Options of the search for edits, independent of the language of the code. */
export interface SearchOptions {
  /** The effect of an edit on the other stacks of the repository, if there are any. */
  readonly elsewhere?: FindElsewhere;
  /** Goals in other stacks that are patched together with this one. */
  readonly wantedElsewhere?: readonly Goal[];
  /** How many places after the chosen one are tried too, to explain why they lost. */
  readonly alternatives: number;
  /** Places that people picked. A pick applies to each goal for which the place is a candidate. */
  readonly picks?: readonly PickedPlace[];
}

export interface EditSearch<C extends EditableCode> extends SearchOptions {
  readonly base: CodeBase<C>;
}
