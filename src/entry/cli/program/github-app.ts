import type { Command } from 'commander';
import type { GitHubAppOptions } from '../commands/github-app.ts';
import type { Cli } from './cli.ts';
import { numberBetween } from './number.ts';

/** Adds `github-app`: Parley's account on GitHub. */
export function addGitHubAppCommands(program: Command, { io, finish }: Cli): void {
  program
    .command('github-app')
    .description('set up the GitHub App of Parley')
    .command('create')
    .description('create the app in a browser, and keep its secrets here')
    .requiredOption('--public-url <url>', 'server.public_url of the service, where webhooks go')
    .option(
      '--url <url>',
      'API of GitHub; https://HOST/api/v3 for GitHub Enterprise',
      'https://api.github.com',
    )
    .option(
      '--organization <name>',
      'organization that owns the app; default: the account that confirms it',
    )
    .option('--name <name>', 'name of the app, unique on GitHub', 'parley')
    .option('--forge <name>', 'name of the forge in parley.yaml', 'github')
    .option('--workflows', 'may start workflows, for revert_workflow')
    .option('--out <folder>', 'folder for the private key and the webhook secret', 'github-app')
    .option(
      '--port <number>',
      'port on this machine; 0 for any that is free',
      numberBetween(0, 65_535),
      0,
    )
    .option('--timeout <minutes>', 'how long to wait for the browser', numberBetween(1, 60), 15)
    .action(async (options: GitHubAppOptions) => {
      const { runGitHubAppCreate } = await import('../commands/github-app.ts');
      finish(await runGitHubAppCreate(io, options));
    });
}
