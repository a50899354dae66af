import type { ForgeEvent } from '../forge/event.ts';

/** What somebody wrote on a pull request, as pages show it. */
export interface ForgeComment {
  /** ISO 8601 UTC: when it was written, else when the forge reported it. */
  readonly at: string;
  readonly by: string;
  /** Of the pull request. */
  readonly number: number;
  readonly text: string;
}

/** Where it was written. */
export interface CommentedPullRequest {
  readonly forge: string;
  readonly kind: Extract<ForgeEvent, { kind: 'comment' }>['forge'];
  /** As the forge spells it. */
  readonly repository: string;
  readonly number: number;
}

/** A comment, numbered as the forge does. */
export interface WrittenComment {
  readonly id: number;
  readonly user: string;
  readonly text: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}
