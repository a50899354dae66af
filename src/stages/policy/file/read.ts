import { ok, type Result } from '../../../model/result.ts';
import type { Policy } from '../../arbitration/types.ts';
import { builtInPolicy } from '../built-in/policies.ts';
import { parsePolicy, type ReadPolicy } from './parse.ts';

/** A policy file as a policy, on the built-in one that it extends; see {@link parsePolicy}. */
export function readPolicy(text: string, file: string): Result<Policy> {
  const read = readPolicyFile(text, file);
  return read.ok ? ok(read.value.policy) : read;
}

export function readPolicyFile(text: string, file: string): Result<ReadPolicy> {
  return parsePolicy(text, file, builtInPolicy);
}
