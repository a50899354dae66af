import type { ForgeEvent } from '../forge/event.ts';

/** A person's comment on a pull request, as pages show it. */
export interface ForgeComment {
  /** When it was written, or else when the forge reported it, in ISO 8601 UTC. */
  readonly at: string;
  readonly by: string;
  /** The number of the pull request. */
  readonly number: number;
  readonly text: string;
}

/** The pull request with the comment. */
export interface CommentedPullRequest {
  readonly forge: string;
  readonly kind: Extract<ForgeEvent, { kind: 'comment' }>['forge'];
  /** In the spelling of the forge. */
  readonly repository: string;
  readonly number: number;
}

/** A comment with its number on the forge. */
export interface WrittenComment {
  readonly id: number;
  readonly user: string;
  readonly text: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}
