import type { FileEdit, Refusal } from '../../model/patch.ts';
import type { Result } from '../../model/result.ts';
import type { EditLine } from './place.ts';

/** A place to edit to reach a goal. */
export interface EditSite {
  /** The kind of place, as named in the report: `literal`, `values file`, ... */
  readonly kind: string;
  /** What is edited, in the words of a person: `local.functions["checkout"]`. */
  readonly label: string;
  readonly at: () => EditLine;
  /** What a reader should know about the edit, apart from its effect. */
  readonly note?: string;
  /** Affects only this use of a shared source, so it yields to a place that fixes more. */
  readonly narrow?: boolean;
  /** Others read what it edits, so it yields to an unshared place that fixes as much. */
  readonly isShared?: boolean;
  /** Why it yields to any other place that works. */
  readonly blunt?: string;
  /** Writes the value itself, or what already yields it, in place of a choice. */
  readonly isPlain?: boolean;
  /** An exception, tried only if an edit of another place would change too much. */
  readonly isLast?: boolean;
  /** The key of a new entry, if the entries around it are sorted; the entry is placed by it. */
  readonly rank?: string;
  /** The edit can be tried but not made: if it works, this is what a person has to do. */
  readonly byHand?: Refusal;
  /** The edit that a person would make where Parley must not. */
  readonly would?: () => Result<readonly FileEdit[], Refusal>;
  /** Computed on demand, since most sites are never tried. */
  readonly edit: () => Result<readonly FileEdit[], Refusal>;
}
