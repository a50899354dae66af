import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';

/** A tree and what it means. Immutable: an edit makes another one. */
export interface Project {
  readonly tree: SourceTree;
  readonly evaluation: Evaluation;
}

/** Loads a tree with the options, state and parse cache of this run. */
export type LoadProject = (tree: SourceTree) => Project;

/** What kind of place an edit changes, from the most structural to the bluntest. */
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

/** A place that could be edited to reach a goal. */
export interface Site {
  readonly kind: SiteKind;
  readonly file: SourceFile;
  /** Offset in the file's text, for the line number. */
  readonly offset: number;
  /** What is edited, as a person would call it: `local.functions["checkout"]`. */
  readonly label: string;
  /** What a reader should know of the edit, beside what it does. */
  readonly note?: string;
  /** Speaks for this use alone of a shared source: gives way to a place that puts more right. */
  readonly narrow?: boolean;
  /** The key of a new entry, where those around it are in order: it stands by what it says. */
  readonly rank?: string;
  /** It can only be tried: where it is right, this is what a person has to do. */
  readonly byHand?: Refusal;
  /** The edit that a person would make where Parley may not make it. */
  readonly would?: () => Result<readonly FileEdit[], Refusal>;
  /** Computed on demand: most sites are never tried. */
  readonly edit: () => Result<readonly FileEdit[], Refusal>;
}
