import { readPolicyDocument } from '../../../app/receipt/policy-document.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import type { Policy } from '../../../stages/arbitration/types.ts';
import type { ReadPolicy } from '../../../stages/policy/file/parse.ts';
import { readPolicyFile } from '../../../stages/policy/file/read.ts';
import type { GuardedRule } from '../../../stages/policy/guarded-rules.ts';
import { lintInput } from '../../../stages/policy/lint/input.ts';

/** The policy of a stack as used for the last decisions. */
export interface StackPolicy {
  readonly policy: Policy;
  /** Strongest first. */
  readonly rules: readonly GuardedRule[];
  /** Name of the file; undefined for a built-in policy. */
  readonly file: string | undefined;
  readonly text: string;
}

export function readStackPolicy(document: string): Result<StackPolicy> {
  const { file, text, builtIn } = readPolicyDocument(document);
  const read = readPolicyFile(text, file ?? builtIn?.name ?? '');
  if (!read.ok) return read;
  const rules = orderedRules(read.value);
  if (!rules.ok) return fail(rules.error);
  return ok({ policy: read.value.policy, rules: rules.value, file, text });
}

/** All rules, including those of the policy that it extends, in the order of their evaluation. */
function orderedRules(read: ReadPolicy): Result<readonly GuardedRule[]> {
  const input = lintInput(read);
  if (!input.ok) return input;
  const { policy, rules } = input.value;
  const rank = ({ tier }: GuardedRule): number => policy.tiers.indexOf(tier);
  return ok(
    rules.toSorted(
      (a, b) => rank(a) - rank(b) || b.priority - a.priority || compareText(a.id, b.id),
    ),
  );
}

/** A starting text: the file, or one that extends the built-in policy. */
export function startingPolicyText({ file, text, policy }: StackPolicy): string {
  if (file !== undefined) return text;
  return `apiVersion: parley/v1\nname: ours\nextends: ${policy.name}\n\nrules: []\n`;
}
