import type { FileEdit, Refusal } from '../../model/patch.ts';
import type { Result } from '../../model/result.ts';
import type { EditLine } from './place.ts';

/** A place that could be edited to reach a goal. */
export interface EditSite {
  /** What kind of place it is, as the report calls it: `literal`, `values file`, ... */
  readonly kind: string;
  /** What is edited, as a person would call it: `local.functions["checkout"]`. */
  readonly label: string;
  /** Where it is. */
  readonly at: () => EditLine;
  /** What a reader should know of the edit, beside what it does. */
  readonly note?: string;
  /** Speaks for this use alone of a shared source: gives way to a place that puts more right. */
  readonly narrow?: boolean;
  /** Others read what it edits: gives way to a place of its own that puts as much right. */
  readonly isShared?: boolean;
  /** Why it gives way to any other place that would do. */
  readonly blunt?: string;
  /** An exception: tried only where an edit of another place would change what nobody asked for. */
  readonly isLast?: boolean;
  /** The key of a new entry, where those around it are in order: it stands by what it says. */
  readonly rank?: string;
  /** It can only be tried: where it is right, this is what a person has to do. */
  readonly byHand?: Refusal;
  /** The edit that a person would make where Parley may not make it. */
  readonly would?: () => Result<readonly FileEdit[], Refusal>;
  /** Computed on demand: most sites are never tried. */
  readonly edit: () => Result<readonly FileEdit[], Refusal>;
}
