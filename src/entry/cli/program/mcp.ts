import { type Command, Option } from 'commander';
import type { McpOptions } from '../commands/mcp.ts';
import type { Cli } from './cli.ts';
import { stackHelp } from './look.ts';

/** Adds `mcp`: the tools for agents. */
export function addMcpCommand(program: Command, { io, finish }: Cli): void {
  program
    .command('mcp')
    .description(
      'serve tools to agents over the Model Context Protocol, on standard input and output',
    )
    .option('--dir <root>', 'folder of the root module, or of the service', '.')
    .option('--stack <name>', stackHelp)
    .option('--state <location>', 'state that dry runs look at; default: as `parley scan` finds it')
    .option('--events <path...>', 'logs that proposals are made from; default: what was collected')
    .option('--config <file>', 'settings; default: parley.yaml in the root module')
    .option('--policy <name>', 'policy; default: the one of the settings')
    .option('--var-file <file...>', 'variable files, as terraform takes them')
    .option('--workspace <name>', 'workspace of Terraform')
    .addOption(
      new Option('--verify <level>', 'how far proposals are proved')
        .choices(['evaluate', 'validate', 'plan'])
        .default('evaluate'),
    )
    .option('--allow-writes', 'also list the tools that declare, answer and propose')
    .action(async (options: McpOptions) => {
      const { runMcp } = await import('../commands/mcp.ts');
      finish(await runMcp(io, options));
    });
}
