import { changes } from './corrections/changes.ts';
import { defaults } from './corrections/defaults.ts';
import { rules } from './corrections/rules.ts';
import type { Correction } from './overlay.ts';

/** Facts that documentation contradicts, each with the reason. */
export const corrections: readonly Correction[] = [...defaults, ...changes, ...rules];
