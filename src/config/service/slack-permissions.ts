import { z } from 'zod';
import { reviewActions } from '../../model/review.ts';
import { teamId, userId } from './slack-terms.ts';

/** What may be granted: the actions of a reviewer, and the commands. */
const rights = [...reviewActions, 'scan', 'status', 'explain', 'reconcile'] as const;

export type Right = (typeof rights)[number];

const group = z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/);

const person = z.strictObject({
  /** How this person is named everywhere else: `alice@example.com`. */
  name: z.string().min(1).max(200),
  /** How the logs know this person: user and role ARNs, mail addresses. */
  principals: z.array(z.string().min(1).max(2048)).max(50).default([]),
  groups: z.array(group).max(50).default([]),
});

/** Who may do what from Slack. Nothing is granted to anybody who is not listed. */
export const SlackPermissions = z.strictObject({
  /** Workspaces; requests from any other are refused. */
  teams: z.array(teamId).min(1),
  /** By id of the user in Slack. */
  people: z.record(userId, person),
  /** For each right the groups that have it; a right that is left out nobody has. */
  grants: z.partialRecord(z.enum(rights), z.array(group)),
  /** Whether one may accept, delegate or dismiss what one changed oneself. */
  ownChanges: z.enum(['refuse', 'allow']).default('refuse'),
});

export type SlackPermissions = z.output<typeof SlackPermissions>;
