import { readFileSync } from 'node:fs';
import { acceptAllPolicy } from '../../arbitration/policies/accept-all.ts';
import { recordRules } from '../../arbitration/policies/common.ts';
import { observePolicy } from '../../arbitration/policies/observe.ts';
import { exportPolicy } from '../file/export.ts';

/** The text of a built-in policy as a file; undefined for other names. */
export function builtInFile(name: string): string | undefined {
  switch (name) {
    case 'default':
      return readFileSync(new URL('./default.policy.yaml', import.meta.url), 'utf8');
    case 'accept-all':
      return exportPolicy(acceptAllPolicy, recordRules);
    case 'observe':
      return exportPolicy(observePolicy, []);
    default:
      return undefined;
  }
}
