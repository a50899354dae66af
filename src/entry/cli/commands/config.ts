import { join, resolve } from 'node:path';
import { readServiceSettings, type ServiceFolder } from '../../../app/stack/settings.ts';
import { configSchema, priceSchema, reportSchema } from '../../../config/json-schema.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { renderService } from '../../../present/terminal/service.ts';
import { guardSchema } from '../../../stages/guard/schema.ts';

export interface SchemaOptions {
  readonly prices?: boolean;
  readonly guard?: boolean;
  readonly report?: boolean;
}

/**
 * `parley config schema`: prints a JSON Schema for editors, of `parley.yaml` or of another file.
 */
export function runConfigSchema(
  io: Io,
  { prices = false, guard = false, report = false }: SchemaOptions,
): ExitCode {
  const schemaOf = guard
    ? guardSchema
    : report
      ? reportSchema
      : prices
        ? priceSchema
        : configSchema;
  io.out(`${jsonText(schemaOf(), 2)}\n`);
  return 0;
}

/**
 * `parley config check`: reports everything that is wrong with the settings, else prints a summary
 * of them.
 */
export async function runConfigCheck(io: Io, folder: ServiceFolder): Promise<ExitCode> {
  const file = resolve(io.cwd, folder.config ?? join(folder.dir, 'parley.yaml'));
  // Other commands accept a missing default file; here the file itself is checked, so it must
  // exist.
  const read = await readServiceSettings(io, { ...folder, config: file });
  if (!read.ok) return printProblems(io, read.error);
  io.out(terminalText(`${file} is valid.\n${renderService(read.value.written)}`, false));
  return 0;
}
