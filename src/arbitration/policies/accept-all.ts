import type { Policy } from '../types.ts';
import { commonSettings, recordRules, rule } from './common.ts';

const accept = rule('rest', 'accept-all', 'Everything that changed goes into the code.', [], {
  outcome: 'accept',
  because: '{actor} {change}.',
});

/** Writes every out-of-band change with a known value into the code, whoever made it. */
export const acceptAllPolicy: Policy = {
  ...commonSettings,
  name: 'accept-all',
  description: 'The cloud is right: every change whose value is known goes into the code.',
  tiers: ['record', 'rest', 'code'],
  code: { tier: 'code', priority: 50 },
  rules: recordRules,
  fallback: accept,
  invariants: false,
  groups: false,
};
