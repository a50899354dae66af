import { conditionRules } from '../rules/conditions.ts';
import type { Policy } from '../types.ts';
import { commonSettings, fallback, recordRules } from './common.ts';

/** Writes every out-of-band change whose value is known into the code, regardless of the actor. */
export const acceptAllPolicy: Policy = {
  ...commonSettings,
  name: 'accept-all',
  description: 'The cloud is right: every change whose value is known goes into the code.',
  tiers: ['record', 'rest', 'code'],
  code: { tier: 'code', priority: 50 },
  rules: conditionRules(recordRules),
  fallback: fallback('rest', 'accept-all', { outcome: 'accept', because: '{actor} {change}.' }),
  invariants: false,
  groups: false,
  parties: false,
};
