import type { Bounds } from '../../model/bounds.ts';
import type { Permission } from '../forge/proposals.ts';

/** A person's command to Parley in a comment. */
export type CommentCommand =
  /** Explain the decision. */
  | { readonly kind: 'why' }
  /** Revert the cloud to the code. */
  | { readonly kind: 'revert' }
  /** Leave the field to the actor who changes it, within bounds. */
  | { readonly kind: 'delegate'; readonly bounds?: Bounds }
  /** Do nothing about it for this many milliseconds. */
  | { readonly kind: 'hold'; readonly duration: number }
  /** The intent was misunderstood. */
  | { readonly kind: 'wrong'; readonly reason?: string }
  /** The drift needs no action as it is now. */
  | { readonly kind: 'dismiss'; readonly reason: string }
  /** Take back earlier answers. */
  | { readonly kind: 'reopen' }
  /** Check the cloud again. `force` gives up the commits that block a newer patch. */
  | { readonly kind: 'recheck'; readonly force?: true };

/**
 * The permission that the user needs in the repository. Read access is not sufficient, since
 * Parley's answers contain more than all readers may see.
 */
export const neededFor: Readonly<Record<CommentCommand['kind'], Permission>> = {
  why: 'write',
  recheck: 'write',
  wrong: 'write',
  dismiss: 'write',
  reopen: 'write',
  hold: 'write',
  revert: 'write',
  delegate: 'write',
};
