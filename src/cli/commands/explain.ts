import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Report } from '../../model/report.ts';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { ExitCode, Io } from '../io.ts';
import { printProblem } from '../print-problem.ts';
import { renderExplanation } from '../render/explanation.ts';
import { createStyle } from '../render/style.ts';

export interface ExplainOptions {
  readonly dir: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** `parley explain ID`: everything that is known about an intent, a drift or an address. */
export async function runExplain(io: Io, id: string, options: ExplainOptions): Promise<ExitCode> {
  const file = options.report ?? join(options.dir, '.parley', 'report.json');
  const report = await readReport(resolve(io.cwd, file), file);
  if (!report.ok) return printProblem(io, report.error);
  const intents = intentsFor(report.value, id);
  if (intents.length === 0) {
    return printProblem(io, {
      code: 'unknown-id',
      message: `The report has no intent, drift, event or address ${JSON.stringify(id)}.`,
      place: { file },
      hint: `It has: ${report.value.intents.map((intent) => intent.id).join(', ') || 'no intents'}.`,
    });
  }
  if (options.json) {
    const { intents: all, decisions, patches, drifts } = report.value;
    const shown = new Set(intents);
    const wanted = new Set(all.filter((i) => shown.has(i.id)).flatMap((i) => i.drifts));
    io.out(
      `${JSON.stringify(
        {
          intents: all.filter((intent) => shown.has(intent.id)),
          decisions: decisions.filter((decision) => shown.has(decision.intent)),
          patches: patches.filter((patch) => shown.has(patch.intent)),
          drifts: drifts.filter((drift) => wanted.has(drift.id)),
        },
        null,
        2,
      )}\n`,
    );
    return 0;
  }
  const style = createStyle(io.color);
  io.out(`${intents.map((each) => renderExplanation(report.value, each, style)).join('\n\n')}\n`);
  return 0;
}

/** Intents that an id names: their own, a drift's, an event's, or those at an address. */
function intentsFor(report: Report, id: string): readonly string[] {
  const drifts = report.drifts.filter(
    (drift) => drift.id === id || drift.address === id || drift.evidence.includes(id),
  );
  const touched = new Set(drifts.map((drift) => drift.id));
  return report.intents
    .filter((intent) => intent.id === id || intent.drifts.some((drift) => touched.has(drift)))
    .map((intent) => intent.id);
}

async function readReport(path: string, shown: string): Promise<Result<Report>> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'no-report',
      message: 'There is no report to explain.',
      place: { file: shown },
      hint: 'Run `parley init` once so that runs are recorded, or give --report FILE.',
    });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isReport(value)) return ok(value);
  } catch {
    // Falls through to the same message: a file that is no JSON is no report either.
  }
  return fail({
    code: 'not-a-report',
    message: 'The file is not a report of Parley (schema parley/report/v1).',
    place: { file: shown },
    hint: 'Write one with `parley scan --report FILE`.',
  });
}

function isReport(value: unknown): value is Report {
  return (
    typeof value === 'object' &&
    value !== null &&
    'schema' in value &&
    value.schema === 'parley/report/v1' &&
    ['intents', 'decisions', 'drifts', 'patches'].every((key) =>
      Array.isArray(Reflect.get(value, key)),
    )
  );
}
