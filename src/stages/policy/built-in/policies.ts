import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { joinedWords } from '../../../model/words.ts';
import { acceptAllPolicy } from '../../arbitration/policies/accept-all.ts';
import { builtInPolicyNames } from '../../arbitration/policies/names.ts';
import { observePolicy } from '../../arbitration/policies/observe.ts';
import type { Policy } from '../../arbitration/types.ts';
import { parsePolicy } from '../file/parse.ts';
import { guardedRules } from '../guarded-rules.ts';
import { builtInFile } from './files.ts';

export function builtInPolicy(name: string): Result<Policy> {
  if (name === 'accept-all') return ok(acceptAllPolicy);
  if (name === 'observe') return ok(observePolicy);
  const text = name === 'default' ? builtInFile(name) : undefined;
  if (text !== undefined) {
    const read = parsePolicy(text, 'default', () => ok(observePolicy));
    if (!read.ok) return read;
    const { policy, rules } = read.value;
    // Users do not have this file, so its lines are not shown.
    return ok({ ...policy, rules: guardedRules(rules.map(({ place: _, ...rule }) => rule)) });
  }
  return fail({
    code: 'unknown-policy',
    message: `There is no policy called ${displayText(name, 120)}.`,
    hint: `Use ${joinedWords(builtInPolicyNames, 'or')}.`,
  });
}
