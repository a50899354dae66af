import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { definePolicyExplain } from './explain.ts';
import { definePolicyLint } from './lint.ts';
import { definePolicySchema } from './schema.ts';
import { definePolicyShow } from './show.ts';
import { definePolicySimulate } from './simulate.ts';
import { definePolicySuggest } from './suggest.ts';
import { definePolicyTest } from './test.ts';

/** `parley policy`: files of rules. */
export function definePolicy(policy: Command, cli: Cli): void {
  definePolicyShow(policy.command('show'), cli);
  definePolicyExplain(policy.command('explain'), cli);
  definePolicyTest(policy.command('test'), cli);
  definePolicySchema(policy.command('schema'), cli);
  definePolicyLint(policy.command('lint'), cli);
  definePolicySuggest(policy.command('suggest'), cli);
  definePolicySimulate(policy.command('simulate'), cli);
}
