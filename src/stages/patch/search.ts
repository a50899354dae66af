import type { CodeBase, EditableCode } from './code-base.ts';
import type { FindElsewhere } from './elsewhere.ts';
import type { PickedPlace } from './pick.ts';
import type { Goal } from './types.ts';

/** How edits are searched for, whatever the language of the code. */
export interface SearchOptions {
  /** What an edit does in the other stacks of the repository, where there is one. */
  readonly elsewhere?: FindElsewhere;
  /** What is wanted in these stacks, where they are worked on together. */
  readonly wantedElsewhere?: readonly Goal[];
  /** How many places behind the chosen one are tried as well, to say why they lost. */
  readonly alternatives: number;
  /** Places that people want edited, each where it is one of those of a goal. */
  readonly picks?: readonly PickedPlace[];
}

/** A search for edits of code. */
export interface EditSearch<C extends EditableCode> extends SearchOptions {
  readonly base: CodeBase<C>;
}
