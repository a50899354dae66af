import type { Policy } from '../types.ts';
import { commonSettings, rule } from './common.ts';

const observe = rule('rest', 'observe', 'Nothing is decided.', [], {
  outcome: 'defer',
  because: 'observe policy: nothing is decided.',
});

/** Reports, and leaves every decision to whoever reads it. */
export const observePolicy: Policy = {
  ...commonSettings,
  name: 'observe',
  description: 'Reports what changed and decides nothing.',
  tiers: ['rest', 'code'],
  code: { tier: 'code', priority: 50 },
  rules: [],
  fallback: observe,
  invariants: false,
  groups: false,
};
