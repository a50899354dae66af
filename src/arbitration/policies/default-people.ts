import type { Rule } from '../rules/conditions.ts';
import { is, rule } from './common.ts';

const tier = 'people';
const person = is('actor.class', 'human');
const production = is('context.production', true);

/** People whom the log knows by more than their word. The owner of a field is not who changed it. */
export const peopleRules: readonly Rule[] = [
  rule(
    tier,
    'person-stops-production',
    'Nothing runs any more: that is either an emergency or a mistake.',
    [person, production, is('change.scaled', true), is('change.zero', true)],
    {
      outcome: 'escalate',
      because: '{actor} {change} in {environment}.',
    },
    80,
  ),
  rule(
    tier,
    'person-deletes-production',
    'A deletion can not be taken back by writing code.',
    [person, production, is('change.kind', 'delete'), is('change.part', false)],
    { outcome: 'escalate', because: '{actor} {change} in {environment}.' },
    80,
  ),
  rule(
    tier,
    'person-in-open-field',
    'What the code leaves to a controller stays left to it.',
    [person, is('change.scaled', true), is('change.undeclared', true)],
    {
      outcome: 'noop',
      because: 'The code leaves {field} of {address} open; {actor} set it to {live}.',
    },
    70,
  ),
  rule(
    tier,
    'person-scales',
    'A person in a scaled field is not the autoscaler: what they want goes into the code.',
    [person, is('change.scaled', true)],
    {
      outcome: 'accept',
      because: '{actor} is a person, not the controller of {field}, and {change}.',
    },
    60,
  ),
  rule(tier, 'person', 'People mean what they do.', [person], {
    outcome: 'accept',
    because: '{actor} {change}.',
  }),
];
