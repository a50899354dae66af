import type { SlackSettings } from '../../config/service/channels.ts';
import type { SignIn } from '../../config/service/sign-in.ts';
import type { Actor } from '../../model/actor.ts';
import type { Person } from '../access/person.ts';

/** People whom the settings know under several names. */
export interface KnownPeople {
  readonly slack: readonly Pick<SlackSettings, 'tenant' | 'permissions'>[];
  readonly people: SignIn['people'];
}

interface Known {
  readonly names: readonly string[];
  readonly groups: readonly string[];
}

/**
 * All names and groups of who answers. `by` is how they are named where they answered; `told` is
 * what else a provider said of them.
 */
export function personBehind(
  { slack, people }: KnownPeople,
  tenant: string,
  by: string,
  configured: Person | undefined,
): Person {
  const names = new Set([...namesOf(by), ...(configured?.names ?? [])].map(fold));
  const groups = new Set(configured?.groups ?? []);
  const known: readonly Known[] = [
    ...slack
      .filter((one) => one.tenant === tenant)
      .flatMap(({ permissions }) => slackPeople(permissions)),
    ...people.map(({ name, principals }) => ({ names: [name, ...principals], groups: [] })),
  ];
  // One setting may lead to the next: an account on a forge to a mail address, and that to a role.
  for (const _ of [1, 2]) {
    for (const one of known) {
      if (!one.names.some((name) => names.has(fold(name)))) continue;
      for (const name of one.names) names.add(fold(name));
      for (const group of one.groups) groups.add(group);
    }
  }
  return { names: [...names].sort(), groups: [...groups].sort() };
}

function slackPeople({ people, teams }: SlackSettings['permissions']): readonly Known[] {
  return Object.entries(people).map(([id, { name, principals, groups }]) => ({
    names: [name, ...principals, ...teams.map((team) => `slack:${team}/${id}`)],
    groups,
  }));
}

/** Whether somebody made a change themselves, as far as logs and settings show. */
export function isSelf(
  { slack }: KnownPeople,
  tenant: string,
  by: string,
  { names }: Person,
  { principal, name, session = '' }: Pick<Actor, 'principal' | 'name' | 'session'>,
): boolean {
  const made = [principal, name, session].filter((one) => one !== '').map(fold);
  const called = callerName(by);
  if (called !== undefined && made.some((one) => isAlike(one, called))) return true;
  // A tenant may let the people of its Slack approve of what they did there.
  const isAllowed =
    by.startsWith('slack:') &&
    slack.some((one) => one.tenant === tenant && one.permissions.ownChanges === 'allow');
  return !isAllowed && made.some((one) => names.includes(one));
}

/** A token or a person who signed in: `alice` is `alice@example.com` of a log, and the other way round. */
function callerName(by: string): string | undefined {
  return /^(?:web|api|agent):([^ ]+)/.exec(fold(by))?.[1];
}

function isAlike(made: string, called: string): boolean {
  const [local = ''] = called.split('@');
  return made === called || made === local || made.split('@')[0] === called;
}

/**
 * At a command line people are named by the mail address of their commits. An agent is who its token
 * or its account is: what its client says of itself does not change that.
 */
function namesOf(by: string): readonly string[] {
  const bare = by.replace(/^(agent:.*) \(client [^()]*\)$/, '$1');
  const inner = bare.replace(/^(?:agent|web|api):/, '');
  return [by, bare, inner, inner.replace(/^git:/, '')];
}

function fold(name: string): string {
  return name.toLowerCase();
}
