import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { EditSite } from '../site.ts';

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
export interface Site extends Omit<EditSite, 'kind' | 'at' | 'isShared' | 'blunt' | 'isLast'> {
  readonly kind: SiteKind;
  readonly file: SourceFile;
  /** Offset in the file's text, for the line number. */
  readonly offset: number;
}
