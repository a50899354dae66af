import type { Result } from '../../../model/result.ts';
import { builtInPolicy } from '../built-in/policies.ts';
import { parsePolicy, type ReadPolicy } from './parse.ts';

export function readPolicyFile(text: string, file: string): Result<ReadPolicy> {
  return parsePolicy(text, file, builtInPolicy);
}
