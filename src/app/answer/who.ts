import type { SlackSettings } from '../../config/service/channels.ts';
import type { SignIn } from '../../config/service/sign-in.ts';
import type { Actor } from '../../model/actor.ts';
import type { Person } from '../access/person.ts';

/** Where the settings list people under several names. */
export interface KnownPeople {
  readonly slack: readonly Pick<SlackSettings, 'tenant' | 'permissions'>[];
  readonly people: SignIn['people'];
}

interface Known {
  readonly names: readonly string[];
  readonly groups: readonly string[];
}

/**
 * All names and groups of the person who answers. `by` is their name where they answered;
 * `configured` holds further names and groups of theirs, from a provider.
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
  // One entry may lead to the next: an account on a forge to a mail address, and that to a role.
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

/** Whether a person made the change themselves, as far as logs and settings show. */
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
  // A tenant may allow the people of its Slack to approve their own changes.
  const isAllowed =
    by.startsWith('slack:') &&
    slack.some((one) => one.tenant === tenant && one.permissions.ownChanges === 'allow');
  return !isAllowed && made.some((one) => names.includes(one));
}

/**
 * The name of a token or of a person who signed in: `alice` matches `alice@example.com` in a log,
 * and the other way round.
 */
function callerName(by: string): string | undefined {
  return /^(?:web|api|agent):([^ ]+)/.exec(fold(by))?.[1];
}

function isAlike(made: string, called: string): boolean {
  const [local = ''] = called.split('@');
  return made === called || made === local || made.split('@')[0] === called;
}

/**
 * A command line names people by the mail address of their commits. An agent is identified by its
 * token or its account; the name that its client claims for itself is ignored.
 */
function namesOf(by: string): readonly string[] {
  const bare = by.replace(/^(agent:.*) \(client [^()]*\)$/, '$1');
  const inner = bare.replace(/^(?:agent|web|api):/, '');
  return [by, bare, inner, inner.replace(/^git:/, '')];
}

function fold(name: string): string {
  return name.toLowerCase();
}
