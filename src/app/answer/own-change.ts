import type { SlackSettings } from '../../config/service/channels.ts';
import type { Intent } from '../../model/intent.ts';

/**
 * Tells from the people of the Slack settings who made a change themselves. Accounts on forges are
 * listed there among the principals, like `github:alice`.
 */
export function ownChanges(
  slack: readonly Pick<SlackSettings, 'tenant' | 'permissions'>[],
): (tenant: string, by: string, intent: Intent) => boolean {
  return (tenant, by, { actor }) => {
    if (isOwnToken(by, actor)) return true;
    const rules = slack.filter(
      (one) => one.tenant === tenant && one.permissions.ownChanges === 'refuse',
    );
    const said = namesOf(by).map((one) => one.toLowerCase());
    const made = [actor.principal, actor.name, actor.session ?? '']
      .filter((name) => name !== '')
      .map((name) => name.toLowerCase());
    return rules.some(({ permissions: { people } }) =>
      Object.values(people).some(({ name, principals }) => {
        const names = [name, ...principals].map((one) => one.toLowerCase());
        return names.some((one) => said.includes(one)) && made.some((one) => names.includes(one));
      }),
    );
  };
}

/** Who is signed in on the pages is named by a token: `alice` is `alice@example.com` of a log. */
function isOwnToken(by: string, { name, session = '' }: Intent['actor']): boolean {
  const [, token = ''] = /^web:(.+)$/.exec(by.toLowerCase()) ?? [];
  if (token === '') return false;
  const names = [name, session].map((one) => one.toLowerCase());
  return names.some((one) => one === token || one.split('@')[0] === token);
}

/**
 * At a command line people are named by the mail address of their commits. An agent is who its token
 * or its account is: what its client says of itself does not change that.
 */
function namesOf(by: string): readonly string[] {
  const bare = by.replace(/^(agent:.*) \(client [^()]*\)$/, '$1');
  return [by, bare, ...[by, bare.replace(/^agent:/, '')].map((one) => one.replace(/^git:/, ''))];
}
