import { z } from 'zod';
import type { Actor } from '../../model/actor.ts';
import type { Intent } from '../../model/intent.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { reviewActions } from './actions.ts';
import { teamId, userId } from './terms.ts';

/** What may be granted: the actions of a reviewer, and the commands. */
export const rights = [...reviewActions, 'scan', 'status', 'explain', 'reconcile'] as const;

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

/** Who did it, as Slack says. */
export interface SlackUser {
  readonly team: string;
  readonly user: string;
}

/** The person behind a user of Slack, if they may do this; else why not. */
export function permit(
  permissions: SlackPermissions,
  { team, user }: SlackUser,
  right: Right,
): Result<Actor, Problem> {
  const who = Object.hasOwn(permissions.people, user) ? permissions.people[user] : undefined;
  if (who === undefined || !permissions.teams.includes(team)) {
    return fail({
      code: 'slack-unknown-user',
      message: 'You are not listed among those who may use this.',
      hint: 'Ask whoever runs it to list your Slack user.',
    });
  }
  const granted = permissions.grants[right] ?? [];
  if (!who.groups.some((each) => granted.includes(each))) {
    const groups = [...granted].sort().join(', ');
    return fail({
      code: 'slack-not-permitted',
      message: `You may not ${right} here.`,
      hint: groups === '' ? 'Nobody may.' : `Ask somebody of ${groups}.`,
    });
  }
  return ok({
    class: 'human',
    principal: `slack:${team}/${user}`,
    name: who.name,
    signature: 'slack-user',
    // Slack signed the request that names the user.
    evidence: 'trusted',
  });
}

/** The same for an action on an intent: who changed something does not approve it themselves. */
export function permitReview(
  permissions: SlackPermissions,
  who: SlackUser,
  action: (typeof reviewActions)[number],
  intent: Intent,
): Result<Actor, Problem> {
  const permitted = permit(permissions, who, action);
  const approves = action === 'accept' || action === 'delegate' || action === 'dismiss';
  if (!permitted.ok || !approves || permissions.ownChanges === 'allow') return permitted;
  if (!isOwn(permissions, who, intent)) return permitted;
  return fail({
    code: 'slack-own-change',
    message: `You may not ${action} a change of your own.`,
    hint: 'Ask somebody else to look at it.',
  });
}

function isOwn({ people }: SlackPermissions, { user }: SlackUser, { actor }: Intent): boolean {
  const who = people[user];
  const names = [who?.name ?? '', ...(who?.principals ?? [])].map((name) => name.toLowerCase());
  return [actor.principal, actor.name, actor.session ?? ''].some(
    (name) => name !== '' && names.includes(name.toLowerCase()),
  );
}
