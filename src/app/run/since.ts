import { hour } from '../../model/instant.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** The time that `30d`, `12h`, `2w`, a date or a timestamp stands for, as ISO 8601 UTC. */
export function sinceTime(text: string, now: string): Result<string> {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const time =
    amount === undefined
      ? absolute(text)
      : new Date(now).getTime() - Number(amount) * (units[unit] ?? 0);
  if (Number.isFinite(time)) return ok(new Date(time).toISOString());
  return fail({
    code: 'bad-since',
    message: `${displayText(text, 60)} is neither a duration nor a date.`,
    hint: 'Use 30d, 12h, or a date like 2026-03-01.',
  });
}

/** Accepts only ISO dates, since what else `Date` parses depends on the machine. */
function absolute(text: string): number {
  const isIso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  return isIso.test(text) ? new Date(text).getTime() : Number.NaN;
}
