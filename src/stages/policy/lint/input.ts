import { ok, type Result } from '../../../model/result.ts';
import type { Facts } from '../../arbitration/facts.ts';
import { builtInFile } from '../built-in/files.ts';
import type { ReadPolicy } from '../file/parse.ts';
import { readPolicyFile } from '../file/read.ts';
import type { LintInput } from './lint.ts';

/** A policy in the form that the linter examines, with the rules that it inherits. */
export function lintInput(
  { policy, settings, rules }: ReadPolicy,
  recorded: readonly Facts[] = [],
): Result<LintInput> {
  const own = new Set(rules.map(({ id }) => id));
  const hasFallback = settings.fallback !== undefined || settings.extends !== undefined;
  const text = settings.extends === undefined ? undefined : builtInFile(settings.extends);
  if (text === undefined) return ok({ policy, rules, own, hasFallback, recorded });
  const base = readPolicyFile(text, settings.extends ?? '');
  if (!base.ok) return base;
  const gone = new Set([...settings.without, ...own]);
  const kept = base.value.rules.filter(({ id }) => !gone.has(id));
  return ok({ policy, rules: [...kept, ...rules], own, hasFallback, recorded });
}
