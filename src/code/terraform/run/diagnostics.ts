import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';

/** An error that Terraform reports during a run, with the resource that it concerns, if any. */
export interface PlanDiagnostic {
  readonly summary: string;
  readonly address?: string;
}

const Line = z.object({
  type: z.literal('diagnostic'),
  diagnostic: z.object({
    severity: z.string(),
    summary: z.string(),
    detail: z.string().nullish(),
    address: z.string().nullish(),
    range: z.object({ filename: z.string(), start: z.object({ line: z.number() }) }).nullish(),
  }),
});

/** The errors in `-json` output. Details are omitted, since they may quote values. */
export function readDiagnostics(output: string): readonly PlanDiagnostic[] {
  return errorsIn(output).map(({ summary, address }) => ({
    summary: firstLine(summary),
    ...(address && { address }),
  }));
}

/**
 * The errors in `-json` output, formatted as Terraform prints them without that option; empty if
 * there are none.
 */
export function printedErrors(output: string): string {
  return errorsIn(output)
    .flatMap(({ summary, detail, range }) => [
      `Error: ${summary}`,
      ...(range ? [`on ${range.filename} line ${range.start.line}`] : []),
      ...(detail ? [detail] : []),
    ])
    .join('\n');
}

function errorsIn(output: string): readonly z.output<typeof Line>['diagnostic'][] {
  return output.split('\n').flatMap((line) => {
    const parsed = Line.safeParse(parsedJson(line));
    const isError = parsed.success && parsed.data.diagnostic.severity === 'error';
    return isError ? [parsed.data.diagnostic] : [];
  });
}

/**
 * Only the first line, since provider summaries continue with the cloud's response and request ids.
 */
function firstLine(summary: string): string {
  return displayText(summary.split('\n')[0] ?? '', 300);
}

/**
 * A problem for a resource that the provider could not read, or whose dependency it could not read.
 */
export function unreadPlanProblem(
  { summary, address: failed }: PlanDiagnostic,
  address: string,
): Problem {
  const what = failed === undefined || failed === address ? 'it' : `${failed}, which it depends on`;
  return {
    code: 'read-back-failed',
    message: `The provider could not read ${what}: ${summary}`,
    hint: 'Check that the credentials may read it, or see `terraform plan -refresh-only`.',
  };
}
