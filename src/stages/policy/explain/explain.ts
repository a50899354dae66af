import { ok, type Result } from '../../../model/result.ts';
import { builtInFile } from '../built-in/files.ts';
import type { ReadPolicy } from '../file/parse.ts';
import { readPolicyFile } from '../file/read.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import { policyProse } from './prose.ts';

/** A policy as prose, including the rules that it inherits from the policy it extends. */
export function explainPolicy(read: ReadPolicy): Result<string> {
  const inherited = inheritedRules(read);
  if (!inherited.ok) return inherited;
  return ok(policyProse(read.policy, [...inherited.value, ...read.rules]));
}

function inheritedRules({ settings, rules }: ReadPolicy): Result<readonly GuardedRule[]> {
  const text = settings.extends === undefined ? undefined : builtInFile(settings.extends);
  if (text === undefined) return ok([]);
  const base = readPolicyFile(text, settings.extends ?? '');
  if (!base.ok) return base;
  const gone = new Set([...settings.without, ...rules.map(({ id }) => id)]);
  return ok(base.value.rules.filter(({ id }) => !gone.has(id)));
}
