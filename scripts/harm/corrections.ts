import { changes } from './corrections/changes.ts';
import { defaults } from './corrections/defaults.ts';
import { limits } from './corrections/limits.ts';
import { meanings } from './corrections/meanings.ts';
import { rules } from './corrections/rules.ts';
import type { Correction } from './overlay.ts';

/** Facts that documentation contradicts, each with the reason. */
export const corrections: readonly Correction[] = [
  ...defaults,
  ...changes,
  ...rules,
  ...limits,
  ...meanings,
];
