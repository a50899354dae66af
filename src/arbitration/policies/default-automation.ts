import type { Rule } from '../rules/conditions.ts';
import { is, not, rule } from './common.ts';

const tier = 'automation';
const controllers = is('actor.class', 'controller', 'provider');
const guards = is('actor.class', 'security', 'compliance');
const cost = is('actor.class', 'cost');

/** Saving money must not cost availability where customers are. */
const costRules: readonly Rule[] = [
  rule(
    tier,
    'cost-within-bounds',
    'Saving within the bounds of the code is fine anywhere.',
    [
      cost,
      is('change.direction', 'lower'),
      is('change.bounds', 'inside'),
      not('change.zero', true),
    ],
    {
      outcome: 'accept',
      because: '{actor} {change}, within {bounds} ({environment}).',
    },
  ),
  rule(
    tier,
    'cost-below-bounds',
    'Outside of production, savings go as far as the bounds allow.',
    [cost, is('change.bounds', 'outside'), is('context.production', false)],
    {
      outcome: 'compromise',
      bounded: true,
      because:
        '{actor} wants {live} for {field} of {address} and the code {declared}; the bounds are {bounds} ({environment}).',
    },
    60,
  ),
  rule(
    tier,
    'cost-below-floor',
    'In production, saving stops at what a controller has just needed.',
    [cost, is('change.floor', 'below'), is('context.production', true)],
    {
      outcome: 'reject',
      because: '{actor} {change} to save cost in {environment}, and it needs {floor}.',
    },
    70,
  ),
  rule(
    tier,
    'cost-tags',
    'Cost tools label what they find.',
    [cost, is('intent.purpose', 'tagging')],
    { outcome: 'accept', because: '{actor} {change}.' },
    60,
  ),
  rule(
    tier,
    'cost-in-production',
    'In production, saving is proposed and not done.',
    [cost, is('context.production', true)],
    {
      outcome: 'reject',
      because:
        '{actor} {change} to save cost in {environment}, where that is proposed and not done.',
    },
    30,
  ),
  rule(
    tier,
    'cost-elsewhere',
    'Outside of production, savings are welcome.',
    [cost, is('context.production', false)],
    {
      outcome: 'accept',
      because: '{actor} {change} to save cost in {environment}.',
    },
    30,
  ),
];

/** Automations: each is believed in what it is there for, and in nothing else. */
export const automationRules: readonly Rule[] = [
  rule(
    tier,
    'controller-scales',
    'Controllers own what they scale, within the bounds of the resource.',
    [controllers, is('change.scaled', true), is('change.undeclared', false)],
    {
      outcome: 'delegate',
      bounded: true,
      expires: 'term',
      because:
        '{actor} scales {field} of {address} (the code says {declared}, it wants {live}); it owns the field within {bounds} until {until}.',
    },
  ),
  rule(
    tier,
    'left-to-controller',
    'What the code leaves open is not its business.',
    [controllers, is('change.scaled', true), is('change.undeclared', true)],
    {
      outcome: 'noop',
      because: 'The code leaves {field} of {address} open, and {actor} set it to {live}.',
    },
  ),
  rule(
    tier,
    'controller-creates',
    'What a controller makes, it also manages.',
    [controllers, is('change.kind', 'create'), is('actor.trusted', true)],
    { outcome: 'noop', because: '{actor} made {address} and manages it itself.' },
    60,
  ),
  rule(
    tier,
    'provider-upgrade',
    'The provider upgrades versions on its own.',
    [is('actor.class', 'provider'), is('change.version', true)],
    {
      outcome: 'accept',
      because: '{actor} upgraded on its own: it {change}.',
    },
  ),
  rule(
    tier,
    'controller-elsewhere',
    'A controller outside of what it scales is a surprise.',
    [controllers],
    {
      outcome: 'escalate',
      because: '{actor} is not known to manage {field}; it {change}.',
    },
    10,
  ),
  rule(
    tier,
    'hardening',
    'Security and compliance tools may harden.',
    [guards, is('intent.purpose', 'hardening')],
    {
      outcome: 'accept',
      because: '{actor} {change}, which hardens it.',
    },
  ),
  rule(
    tier,
    'guard-tags',
    'They also label what they find.',
    [guards, is('intent.purpose', 'tagging')],
    { outcome: 'accept', because: '{actor} {change}.' },
  ),
  rule(
    tier,
    'guard-elsewhere',
    'What a security tool does beyond that is for a person to judge.',
    [guards],
    {
      outcome: 'escalate',
      because: '{actor} {change}, which is not recognized as hardening.',
    },
    10,
  ),
  ...costRules,
  rule(
    tier,
    'deployment',
    'The pipelines that deploy this code may go ahead of it.',
    [is('actor.class', 'pipeline'), is('actor.deployer', true)],
    { outcome: 'accept', because: '{actor} deploys this code and {change}.' },
  ),
  rule(
    tier,
    'maintenance',
    'Maintenance windows are for changes by other pipelines.',
    [is('actor.class', 'pipeline'), is('context.maintenance', true)],
    {
      outcome: 'accept',
      because: '{actor} {change} in a maintenance window.',
    },
    40,
  ),
  rule(
    tier,
    'announced-agent',
    'An agent that declared what it would do may do it.',
    [is('actor.class', 'agent'), is('intent.announced', true)],
    { outcome: 'accept', because: '{actor} had declared it ({announced}) and {change}.' },
  ),
];
