import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';

/** Parts of `owner/name` or, with nested groups, `group/subgroup/name`: at most `max`. */
export function parseRepository(text: string, max: number): Result<readonly string[]> {
  const parts = text.split('/');
  const isName = parts.every((part) => /^[\w.-]{1,255}$/.test(part) && !/^\.{1,2}$/.test(part));
  if (isName && parts.length >= 2 && parts.length <= max) return ok(parts);
  return fail({
    code: 'forge-repository',
    message: `${displayText(text, 100)} is not the name of a repository.`,
    hint: 'Write owner/name.',
  });
}
