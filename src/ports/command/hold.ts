import { day, hour, minute } from '../../model/instant.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

const units: ReadonlyMap<string, number> = new Map([
  ['m', minute],
  ['h', hour],
  ['d', day],
  ['w', 7 * day],
]);

const shortest = 5 * minute;
const longest = 30 * day;

/**
 * The milliseconds of `30m`, `24h`, `7d` or `2w`, which must be between five minutes and thirty
 * days.
 */
export function durationFrom(text: string): Result<number> {
  if (text === '')
    return fail(problem('The length of the hold is missing.', 'Write `/parley hold 24h`.'));
  const [, amount = '', unit = ''] = /^(\d{1,5})([mhdw])$/i.exec(text) ?? [];
  const length = units.get(unit.toLowerCase());
  if (length === undefined) return fail(unreadable(text));
  const duration = Number(amount) * length;
  if (duration >= shortest && duration <= longest) return ok(duration);
  const size = duration < shortest ? 'short' : 'long';
  return fail(problem(`A hold of ${text} is too ${size}.`, limits));
}

const limits = 'Use a time from 5m to 30d.';

function unreadable(text: string): Problem {
  const message = `The length "${displayText(text, 40)}" is not understood.`;
  const [, amount, unit] = /^(\d{1,5})\s*([a-z]?)[a-z]*$/i.exec(text) ?? [];
  const isMonths = /^\d+\s*mo/i.test(text);
  if (amount === undefined || isMonths) return problem(message, 'Write it as 30m, 24h, 7d or 2w.');
  const known = units.has((unit ?? '').toLowerCase()) ? unit?.toLowerCase() : 'h';
  return problem(message, `Did you mean \`/parley hold ${amount}${known}\`?`);
}

function problem(message: string, hint: string): Problem {
  return { code: 'command-duration', message, hint };
}
