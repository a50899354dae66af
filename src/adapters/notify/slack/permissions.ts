import type { Right, SlackPermissions } from '../../../config/service/slack-permissions.ts';
import type { Actor } from '../../../model/actor.ts';
import { own } from '../../../model/json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';

/** The user who acted, as Slack reports it. */
export interface SlackUser {
  readonly team: string;
  readonly user: string;
}

/** The person behind a user of Slack if they may do this, else why they may not. */
export function permit(
  permissions: SlackPermissions,
  { team, user }: SlackUser,
  right: Right,
): Result<Actor, Problem> {
  const who = own(permissions.people, user);
  if (who === undefined || !permissions.teams.includes(team)) {
    return fail({
      code: 'slack-unknown-user',
      message: 'You are not on the list of people who may use this.',
      hint: 'Ask the people who run Parley to list your Slack user.',
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
