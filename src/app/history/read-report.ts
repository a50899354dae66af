import { readFile } from 'node:fs/promises';
import { parsedJson } from '../../model/parsed-json.ts';
import type { Report } from '../../model/report.ts';
import { ReportV1 } from '../../model/report.ts';
import { fail, ok, type Place, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

/** Where runs write their report after `parley init`, relative to the folder of the root module. */
export const lastReport = ['.parley', 'report.json'] as const;

/** Reads and checks a report of this or an earlier version. `shown` is its name for people. */
export async function readReport(path: string, shown: string): Promise<Result<Report>> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return fail(noReport({ file: shown }));
  const parsed = ReportV1.safeParse(parsedJson(text));
  if (parsed.success) return ok(parsed.data);
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  return fail({
    code: 'not-a-report',
    message: `The file is not a report of Parley (schema parley/report/v1)${where === '' ? '' : `: see ${displayText(where)}`}.`,
    place: { file: shown },
    hint: 'Write one with `parley scan --report FILE`.',
  });
}

export function noReport(place: Place): Problem {
  return {
    code: 'no-report',
    message: 'There is no report to explain.',
    place,
    hint: 'Run `parley init` once so that runs are recorded, or give --report FILE.',
  };
}
