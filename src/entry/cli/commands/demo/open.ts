import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServiceSettings } from '../../../../app/stack/settings.ts';
import { day, hour } from '../../../../model/instant.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem, printProblems } from '../../../../present/terminal/print-problem.ts';
import { playStory } from '../../../demo/play.ts';
import { demoRepository, demoSettings, writeFiles } from '../../../demo/project.ts';
import { openStage } from '../../../demo/stage.ts';
import { storyDays } from '../../../demo/story.ts';
import type { ServicePlaces } from '../../../service/places.ts';
import { serveUntilStopped } from '../../../service/serve-until-stopped.ts';
import { commitDemo, demoGit } from './repository.ts';

export interface DemoOpenOptions {
  readonly port: number;
  readonly seed: number;
  /** False to only print the address. */
  readonly browser: boolean;
  /** Stops the server; defaults to signals of the operating system. */
  readonly signal?: AbortSignal;
}

/**
 * `parley demo --open`: simulates two weeks of three stacks with the service, and serves its pages.
 */
export async function runDemoOpen(given: Io, options: DemoOpenOptions): Promise<ExitCode> {
  const token = randomBytes(24).toString('base64url');
  const unset = { PARLEY_STORE: undefined, PARLEY_QUEUE: undefined };
  const io = { ...given, env: { ...given.env, ...unset, PARLEY_DEMO_TOKEN: token } };
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  io.err(`Two weeks of a shop, its payments and its reports, in ${folder}\n`);
  const filled = await fill(io, folder, options.seed);
  if (!filled.ok) return printProblem(io, filled.error);
  const welcome = createWelcome(token);
  const served = await serveUntilStopped(io, {
    dir: folder,
    host: '127.0.0.1',
    port: options.port,
    logLevel: 'error',
    places: filled.value,
    ...(options.signal && { signal: options.signal }),
    answer: welcome.answer,
    listening: (url) => {
      const link = `${url}${welcome.path}`;
      io.out(`The inbox, signed in (the link works once): ${link}\n`);
      io.out(`Later: ${url}/ui with the token ${token}\nCtrl-C ends it.\n`);
      if (options.browser) openBrowser(link);
    },
  });
  return served.ok ? 0 : printProblems(io, served.error);
}

/** Opens a store with two weeks of history. */
async function fill(io: Io, folder: string, seed: number): Promise<Result<ServicePlaces>> {
  const repository = join(folder, 'infrastructure');
  const start = Math.floor((Date.parse(io.now()) - storyDays * day) / hour) * hour;
  const midnight = Math.floor(start / day) * day;
  await writeFiles(repository, demoRepository(midnight));
  if (!(await commitDemo(repository, io, 'As applied'))) return fail(noGit);
  await writeFile(join(folder, 'parley.yaml'), demoSettings(repository));
  const settings = await readServiceSettings(io, { dir: folder });
  if (!settings.ok) {
    printProblems(io, settings.error);
    return fail(brokenDemo);
  }
  const stage = await openStage(io, settings.value);
  if (!stage.ok) return stage;
  const git = await demoGit(repository, io);
  const end = io.progress?.(`living through ${storyDays} days`);
  const { places } = stage.value;
  try {
    const played = await playStory(stage.value, {
      start: midnight,
      seed,
      async merge(branch) {
        await git(['merge', '--quiet', '--no-ff', `--message=Merge ${branch}`, branch]);
        return ok(undefined);
      },
    });
    if (played.ok) return ok(places);
    await places.close();
    return played;
  } finally {
    end?.();
    await stage.value.close();
  }
}

const noGit = {
  code: 'demo-without-git',
  message: 'The demo watches a repository, and git is not on the PATH.',
  hint: 'Install git, or run `parley demo`, which needs none.',
};

const brokenDemo = {
  code: 'demo-settings',
  message: 'The settings of the demo are not what this version reads.',
  hint: 'This is a mistake in the demo: report it.',
};

/** Does nothing where there is no browser, since the terminal shows the address. */
function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer', url]
        : ['xdg-open', url];
  const child = spawn(program ?? '', args, { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

/**
 * A link that signs in with a token, once, so that the person who starts the demo need not copy
 * one.
 */
interface Welcome {
  /** Path of the link, below the address of the server. */
  readonly path: string;
  /** Answers the link as the sign-in form would, by `next`; undefined for other requests. */
  readonly answer: (
    request: Request,
    next: (request: Request) => Response | Promise<Response>,
  ) => Promise<Response> | undefined;
}

function createWelcome(token: string): Welcome {
  const path = `/welcome/${randomBytes(24).toString('base64url')}`;
  let isUsed = false;
  return {
    path,
    answer(request, next) {
      const url = new URL(request.url);
      if (isUsed || request.method !== 'GET' || url.pathname !== path) return undefined;
      isUsed = true;
      const body = new URLSearchParams({ token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', host: url.host };
      const form = new Request(new URL('/ui/sign-in', url), { method: 'POST', body, headers });
      return Promise.resolve(next(form));
    },
  };
}
