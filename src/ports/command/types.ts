import type { Bounds } from '../../model/bounds.ts';
import type { Permission } from '../forge/proposals.ts';

/** What a person asks of Parley in a comment. */
export type CommentCommand =
  /** Explain the decision. */
  | { readonly kind: 'why' }
  /** Put the cloud back to what the code says. */
  | { readonly kind: 'revert' }
  /** Leave the field to who changes it, within bounds. */
  | { readonly kind: 'delegate'; readonly bounds?: Bounds }
  /** Do nothing about it for so many milliseconds. */
  | { readonly kind: 'hold'; readonly duration: number }
  /** The intent was not understood. */
  | { readonly kind: 'wrong'; readonly reason?: string }
  /** It is no drift to act on, as it is now. */
  | { readonly kind: 'dismiss'; readonly reason: string }
  /** What was answered before is taken back. */
  | { readonly kind: 'reopen' }
  /** Look at the cloud again; `force` gives up the commits that keep a newer patch away. */
  | { readonly kind: 'recheck'; readonly force?: true };

/** What who asks needs to be allowed in the repository, at least: what Parley knows is not for all who may read. */
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
