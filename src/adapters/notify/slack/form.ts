import { fail, ok, type Problem, type Result } from '../../../model/result.ts';

/**
 * The fields of a form. Refuses a field that occurs twice, so that every reader sees the same
 * value.
 */
export function readForm(
  body: string,
  largest: number,
): Result<Readonly<Record<string, string>>, Problem> {
  if (body.length > largest) return fail(unreadable('The form is too large.'));
  const fields = [...new URLSearchParams(body)];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) return fail(unreadable('The form has a field twice.'));
  return ok(Object.fromEntries(fields));
}

export function unreadable(message: string): Problem {
  return { code: 'slack-unreadable', message };
}
