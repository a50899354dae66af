import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { convertManifest, type NewApp } from '../../../adapters/forge/github/convert-manifest.ts';
import {
  appManifest,
  type ManifestWish,
  newAppPage,
} from '../../../adapters/forge/github/manifest.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import { keep, releaseKeys, reserve, type SecretFiles } from '../../github-app/keep.ts';
import { openLoopback } from '../../github-app/loopback.ts';
import type { Cli } from '../program/command.ts';
import { numberBetween } from './flags.ts';

interface GitHubAppOptions {
  readonly publicUrl: string;
  readonly url: string;
  readonly organization?: string;
  readonly name: string;
  readonly forge: string;
  readonly workflows?: boolean;
  /** Folder for the secrets. */
  readonly out: string;
  readonly port: number;
  /** Minutes. */
  readonly timeout: number;
}

/**
 * `parley github-app create`: creates an app by GitHub's manifest flow, and keeps its secrets on
 * this machine.
 */
export function defineGitHubApp(app: Command, { io, finish }: Cli): void {
  app
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
    .action(async (options: GitHubAppOptions) => finish(await create(io, options)));
}

async function create(io: Io, options: GitHubAppOptions): Promise<ExitCode> {
  const state = randomBytes(32).toString('base64url');
  const wish = wishOf(options);
  if (!wish.ok) return printProblem(io, wish.error);
  const target = newAppPage(wish.value, state);
  if (!target.ok) return printProblem(io, target.error);
  const files = await reserve(resolve(io.cwd, options.out));
  if (!files.ok) return printProblem(io, files.error);
  const clock = { now: () => Date.parse(io.now()), sleep };
  const loopback = await openLoopback({
    port: options.port,
    target: target.value,
    state,
    manifestFor: (redirect) => appManifest(wish.value, redirect),
    timeout: options.timeout * 60_000,
    async finish(code) {
      const made = await convertManifest(wish.value.api, code, clock);
      if (!made.ok) return made;
      const kept = await keep(files.value, made.value);
      return kept.ok ? made : kept;
    },
  });
  if (!loopback.ok) {
    await releaseKeys(files.value);
    return printProblem(io, loopback.error);
  }
  io.out(`Open ${loopback.value.url} in a browser on this machine, and confirm the app there.\n`);
  const made = await loopback.value.made;
  if (!made.ok) {
    await releaseKeys(files.value);
    return printProblem(io, made.error);
  }
  io.out(terminalText(nextSteps(made.value, options, files.value), false));
  return 0;
}

function wishOf(options: GitHubAppOptions): Result<ManifestWish> {
  const { publicUrl, url: api, organization, name, forge, workflows = false } = options;
  const problem = problemOf(publicUrl, name, forge);
  if (problem !== undefined) return fail(problem);
  return ok({
    publicUrl,
    api,
    name,
    forge,
    startsWorkflows: workflows,
    ...(organization === undefined ? {} : { organization }),
  });
}

function problemOf(publicUrl: string, name: string, forge: string): Problem | undefined {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (url?.protocol !== 'https:' || `${url.username}${url.search}${url.hash}` !== '') {
    return {
      code: 'public-url',
      message: '--public-url is not an https URL without user, query and fragment.',
      hint: 'Use server.public_url of the service, as https://parley.example.com.',
    };
  }
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(forge)) {
    return {
      code: 'forge-name',
      message: '--forge is not a name.',
      hint: 'Use that of the forge in parley.yaml.',
    };
  }
  if (!/^[\w][\w -]{0,33}$/.test(name)) {
    return {
      code: 'app-name',
      message: '--name is not the name of an app.',
      hint: 'GitHub takes 34 characters.',
    };
  }
  return undefined;
}

function nextSteps(
  app: NewApp,
  { url, forge }: GitHubAppOptions,
  { privateKey, webhookSecret }: SecretFiles,
): string {
  const address = url === 'https://api.github.com' ? '' : `    url: ${url}\n`;
  return `The app ${app.slug} was made. Its secrets are in two files that nobody else may read.

parley.yaml:

forges:
  - name: ${forge}
    kind: github
${address}    app: { id: "${app.id}", private_key: "\${GITHUB_APP_KEY}" }
    webhook_secret: \${GITHUB_WEBHOOK_SECRET}

The environment of the service:

GITHUB_APP_KEY="$(cat ${shellWord(privateKey)})"
GITHUB_WEBHOOK_SECRET="$(cat ${shellWord(webhookSecret)})"

Install it on the repositories that are watched: ${app.install}
`;
}

function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
