import { z } from 'zod';
import { reviewActions } from '../../model/review.ts';
import { teamId, userId } from './slack-terms.ts';

/** Rights that can be granted: the actions of a reviewer, and the commands. */
const rights = [...reviewActions, 'scan', 'status', 'explain', 'reconcile'] as const;

export type Right = (typeof rights)[number];

const group = z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/);

const person = z.strictObject({
  /** Name of this person everywhere else: `alice@example.com`. */
  name: z.string().min(1).max(200),
  /** Names of this person in logs: user and role ARNs, mail addresses. */
  principals: z.array(z.string().min(1).max(2048)).max(50).default([]),
  groups: z.array(group).max(50).default([]),
});

/** Who may do what from Slack. Anybody who is not listed has no right. */
export const SlackPermissions = z.strictObject({
  /** Workspaces; requests from any other are refused. */
  teams: z.array(teamId).min(1),
  /** By id of the user in Slack. */
  people: z.record(userId, person),
  /** For each right, the groups that have it; nobody has a right that is left out. */
  grants: z.partialRecord(z.enum(rights), z.array(group)),
  /** Whether people may accept, delegate or dismiss their own changes. */
  ownChanges: z.enum(['refuse', 'allow']).default('refuse'),
});

export type SlackPermissions = z.output<typeof SlackPermissions>;
