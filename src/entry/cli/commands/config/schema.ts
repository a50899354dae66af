import type { Command } from 'commander';
import { configSchema, priceSchema, reportSchema } from '../../../../config/json-schema.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { jsonText } from '../../../../present/terminal/safe.ts';
import { guardSchema } from '../../../../stages/guard/schema.ts';
import type { Cli } from '../../program/command.ts';

interface SchemaOptions {
  readonly prices?: boolean;
  readonly guard?: boolean;
  readonly report?: boolean;
}

/**
 * `parley config schema`: prints a JSON Schema for editors, of `parley.yaml` or of another file.
 */
export function defineConfigSchema(command: Command, { io, finish }: Cli): void {
  command
    .description('print the JSON Schema of parley.yaml, for editors')
    .option('--prices', 'print that of the file of prices instead')
    .option('--guard', 'print that of the output of `parley guard --json` instead')
    .option('--report', 'print that of the report of `parley reconcile` instead')
    .action((options: SchemaOptions) => finish(schema(io, options)));
}

function schema(
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
