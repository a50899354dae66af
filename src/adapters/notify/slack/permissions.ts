import type { Right, SlackPermissions } from '../../../config/service/slack-permissions.ts';
import type { Actor } from '../../../model/actor.ts';
import type { Intent } from '../../../model/intent.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { reviewActions } from '../../../model/review.ts';

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
