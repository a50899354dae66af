import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';

/** A tree and its meaning. Immutable: an edit creates another instance. */
export interface Project {
  readonly tree: SourceTree;
  readonly evaluation: Evaluation;
}

/** Loads a tree with the options, state and parse cache of this run. */
export type LoadProject = (tree: SourceTree) => Project;

/** The kind of place that an edit changes, from the most structural to the bluntest. */
export type SiteKind =
  | 'environment'
  | 'tfvars'
  | 'variable default'
  | 'module argument'
  | 'local'
  | 'for_each entry'
  | 'collection entry'
  | 'map entry'
  | 'list element'
  | 'literal'
  | 'new attribute'
  | 'new block'
  | 'block'
  | 'resource'
  | 'module input'
  | 'instance override'
  | 'literal at the use';

/** A place to edit to reach a goal. */
export interface Site {
  readonly kind: SiteKind;
  readonly file: SourceFile;
  /** Offset in the file's text, for the line number. */
  readonly offset: number;
  /** What is edited, in the words of a person: `local.functions["checkout"]`. */
  readonly label: string;
  /** What a reader should know about the edit, apart from its effect. */
  readonly note?: string;
  /** Writes the value itself, or what already yields it, in place of a choice. */
  readonly isPlain?: boolean;
  /** Affects only this use of a shared source, so it yields to a place that fixes more. */
  readonly narrow?: boolean;
  /** The key of a new entry, if the entries around it are sorted; the entry is placed by it. */
  readonly rank?: string;
  /** The edit can be tried but not made: if it works, this is what a person has to do. */
  readonly byHand?: Refusal;
  /** The edit that a person would make where Parley must not. */
  readonly would?: () => Result<readonly FileEdit[], Refusal>;
  /** Computed on demand, since most sites are never tried. */
  readonly edit: () => Result<readonly FileEdit[], Refusal>;
}
