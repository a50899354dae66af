import type { Rule } from '../rules/conditions.ts';
import { conditionRules } from '../rules/conditions.ts';
import type { Policy } from '../types.ts';
import { commonSettings, fallback, is, not, recordRules, rule } from './common.ts';
import { automationRules } from './default-automation.ts';
import { peopleRules } from './default-people.ts';

/** Who acted decides before what was done: these never get as far as the rules below. */
const identityRules: readonly Rule[] = [
  rule('identity', 'unknown-actor', 'Nobody knows who this was.', [is('actor.class', 'unknown')], {
    outcome: 'escalate',
    because: 'An unknown actor ({actor}) {change}.',
  }),
  rule(
    'identity',
    'root-account',
    'The root user is nobody in particular.',
    [is('actor.root', true)],
    {
      outcome: 'escalate',
      because: 'The root user of the account {change}.',
    },
  ),
  rule(
    'identity',
    'unproven-person',
    'A user agent is chosen by the caller and proves nobody.',
    [is('actor.class', 'human'), is('actor.trusted', false)],
    {
      outcome: 'escalate',
      because:
        'Only what the caller chose to say makes {actor} a person, who {change}; a signature for the principal in parley.yaml would settle it.',
    },
  ),
  rule(
    'identity',
    'unannounced-agent',
    'An agent says beforehand what it wants.',
    [is('actor.class', 'agent'), is('intent.announced', false)],
    {
      outcome: 'escalate',
      because: 'The agent {actor} {change} without declaring it.',
    },
  ),
  rule(
    'identity',
    'other-pipeline',
    'Only the deploying role deploys, but for maintenance.',
    [is('actor.class', 'pipeline'), is('actor.deployer', false), is('context.maintenance', false)],
    {
      outcome: 'escalate',
      because: 'The pipeline {actor} is not one that deploys this code; it {change}.',
    },
  ),
  rule(
    'identity',
    'other-terraform',
    'Another Terraform run means that two codebases claim one resource.',
    [is('actor.class', 'iac')],
    {
      outcome: 'escalate',
      because:
        'Another Terraform run ({actor}) applied something that this code does not say: it {change}.',
    },
  ),
  rule(
    'identity',
    'unproven-robot',
    'A tool that only claims to be one gets no special treatment.',
    [not('actor.class', 'human', 'unknown', 'iac'), is('actor.trusted', false)],
    {
      outcome: 'escalate',
      because:
        'Only what the caller chose to say makes {actor} a {class} tool; it {change}. A signature for its principal in parley.yaml would settle it.',
    },
    40,
  ),
];

/** Every rule of the default policy. */
export const defaultRules: readonly Rule[] = [
  ...recordRules,
  rule(
    'record',
    'window-over',
    'An intent counts only as long as it was meant to.',
    [is('intent.expired', true)],
    { outcome: 'expired', because: 'The time for which {actor} wanted it is over; it {change}.' },
    85,
  ),
  rule(
    'record',
    'unapplied-code',
    'Code that was not applied yet and a change by hand meet; neither may silently win.',
    [is('change.unapplied', true)],
    {
      outcome: 'escalate',
      because:
        '{field} of {address} is {unapplied} in the state, {declared} in code that was not applied yet, and {actor} set it to {live}.',
    },
    70,
  ),
  rule(
    'record',
    'stale-change',
    'Code that was set again since answers to something newer.',
    [
      is('change.stale', true),
      is('change.scaled', false),
      not('actor.class', 'controller', 'provider'),
    ],
    {
      outcome: 'escalate',
      because:
        'The code set {field} of {address} to {declared} after {actor} changed it to {live}; whoever wrote that may not have known.',
    },
    60,
  ),
  rule(
    'dispute',
    'beyond-delegation',
    'Who owns a field owns it within the bounds that were agreed.',
    [is('change.owner', 'self'), is('change.bounds', 'outside')],
    {
      outcome: 'escalate',
      because: '{actor} owns {field} of {address} within {bounds}, and {change}.',
    },
    60,
  ),
  rule(
    'dispute',
    'delegated-elsewhere',
    'One machine does not take over what was given to another.',
    [is('change.owner', 'other'), not('actor.class', 'human')],
    {
      outcome: 'escalate',
      because: 'The code delegates {field} of {address} to somebody else, and {actor} {change}.',
    },
  ),
  rule(
    'dispute',
    'fight',
    'Two automations that undo each other need a person, not a pull request an hour.',
    [is('change.fight', true)],
    {
      outcome: 'escalate',
      because:
        '{fight} keep undoing each other on {field} of {address}; decide who owns it and take it from the other.',
    },
  ),
  rule(
    'incident',
    'incident-hotfix',
    'What people change while an incident is open is held, and no longer than that.',
    [is('actor.class', 'human'), is('actor.trusted', true), is('context.incident', 'open')],
    {
      outcome: 'defer',
      expires: 'hold',
      because: '{actor} {change} during incident {incident}; it is held until {until}.',
    },
  ),
  rule(
    'incident',
    'incident-over',
    'When the hold ends, what weakens security goes back to what the code says.',
    [is('actor.class', 'human'), is('context.incident', 'over'), is('intent.purpose', 'weakening')],
    {
      outcome: 'expired',
      because:
        'The hold for incident {incident} ended at {hold}, so the code applies again; {actor} {change}.',
    },
  ),
  rule(
    'security',
    'no-weakening',
    'Nobody weakens security past the code.',
    [is('intent.purpose', 'weakening')],
    {
      outcome: 'reject',
      because: '{actor} {change}, which weakens security. The code stays.',
    },
  ),
  rule(
    'freeze',
    'change-freeze',
    'While the code is frozen, changes that would be written wait.',
    [is('context.freeze', true)],
    {
      outcome: 'defer',
      expires: 'freeze',
      because: 'The code is frozen ({freeze}) until {until}; {actor} {change}.',
    },
  ),
  ...identityRules,
  ...automationRules,
  ...peopleRules,
];

/**
 * Invariants first, then security; changes of an open incident are held with an expiry; controllers
 * own what they scale; everything by an unknown actor is a question.
 */
export const defaultPolicy: Policy = {
  ...commonSettings,
  name: 'default',
  description:
    'Security first, hotfixes of open incidents held, controllers own what they scale, people accepted, unknown actors escalated.',
  tiers: [
    'record',
    'dispute',
    'incident',
    'security',
    'identity',
    'freeze',
    'automation',
    'people',
    'code',
    'rest',
  ],
  code: { tier: 'code', priority: 50 },
  rules: conditionRules(defaultRules),
  fallback: fallback('rest', 'no-rule', {
    outcome: 'escalate',
    because: 'No rule covers what {actor} ({class}) did: it {change}.',
  }),
  invariants: true,
  groups: true,
  parties: true,
  contention: { turns: 3, withinHours: 72 },
  maxDeferDays: 30,
};
