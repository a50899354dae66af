import { conditionRules } from '../rules/conditions.ts';
import type { Policy } from '../types.ts';
import { commonSettings, fallback } from './common.ts';

/** Reports changes and leaves every decision to the reader. */
export const observePolicy: Policy = {
  ...commonSettings,
  name: 'observe',
  description: 'Reports what changed and decides nothing.',
  tiers: ['rest', 'code'],
  code: { tier: 'code', priority: 50 },
  rules: conditionRules([]),
  fallback: fallback('rest', 'observe', {
    outcome: 'defer',
    because: 'observe policy: nothing is decided.',
  }),
  invariants: false,
  groups: false,
  parties: true,
};
