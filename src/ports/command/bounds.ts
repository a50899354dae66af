import type { Bounds } from '../../model/bounds.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

const number = String.raw`(-?\d{1,12}(?:\.\d{1,6})?)`;
const range = new RegExp(`^${number}?\\s*\\.\\.\\s*${number}?$`);
const nearly = new RegExp(`^${number}\\s*(?:-|:|,|to|and|\\s|\\.\\.\\.|…)\\s*${number}$`);
const single = new RegExp(`^${number}$`);

/** Parses `2..10`, `2..` or `..10`, with both ends included. */
export function boundsFrom(text: string): Result<Bounds> {
  const [whole, low, high] = range.exec(text) ?? [];
  if (whole === undefined || (low === undefined && high === undefined)) return fail(meant(text));
  const min = low === undefined ? {} : { min: Number(low) };
  const max = high === undefined ? {} : { max: Number(high) };
  const bounds: Bounds = { ...min, ...max };
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    return fail(problem(text, `Did you mean \`/parley delegate ${high}..${low}\`?`));
  }
  return ok(bounds);
}

function meant(text: string): Problem {
  const [, low, high] = nearly.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    return problem(text, `Did you mean \`/parley delegate ${low}..${high}\`?`);
  }
  const [, one] = single.exec(text) ?? [];
  if (one !== undefined) {
    return problem(text, `Write \`${one}..\` for at least that, or \`..${one}\` for at most.`);
  }
  return problem(text, 'Write the bounds as `2..10`, `2..` or `..10`.');
}

function problem(text: string, hint: string): Problem {
  return {
    code: 'command-bounds',
    message: `The bounds "${displayText(text, 60)}" are not understood.`,
    hint,
  };
}
