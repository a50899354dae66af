import type { Command } from 'commander';
import { jsonText } from '../../../../present/terminal/safe.ts';
import { policySchema } from '../../../../stages/policy/file/json-schema.ts';
import type { Cli } from '../../program/command.ts';

/** `parley policy schema`: prints the JSON Schema of policy files, for editors. */
export function definePolicySchema(command: Command, { io, finish }: Cli): void {
  command.description('print the JSON Schema of policy files, for editors').action(() => {
    io.out(`${jsonText(policySchema(), 2)}\n`);
    finish(0);
  });
}
