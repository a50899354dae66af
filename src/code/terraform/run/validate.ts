import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';

const Diagnostic = z.object({
  severity: z.string(),
  summary: z.string(),
  detail: z.string().nullish(),
  range: z
    .object({
      filename: z.string(),
      start: z.object({ line: z.number(), column: z.number() }),
    })
    .nullish(),
});

const Validation = z.object({
  valid: z.boolean(),
  diagnostics: z.array(Diagnostic).nullish(),
});

/** The errors in the output of `terraform validate -json`; undefined if it is not such output. */
export function readValidation(output: string): readonly Problem[] | undefined {
  const parsed = Validation.safeParse(parsedJson(output));
  if (!parsed.success) return undefined;
  const errors = (parsed.data.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  if (parsed.data.valid || errors.length > 0) return errors.map(problem);
  return [{ code: 'terraform-invalid', message: 'Terraform finds the configuration invalid.' }];
}

function problem({ summary, detail, range }: z.infer<typeof Diagnostic>): Problem {
  const message = displayText(detail ? `${summary}: ${detail}` : summary, 400);
  const place = range && {
    file: range.filename,
    line: range.start.line,
    column: range.start.column,
  };
  return { code: 'terraform-invalid', message, ...(place && { place }) };
}
