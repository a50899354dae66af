import { resolve } from 'node:path';
import { collectRound } from '../../../adapters/collect/collect.ts';
import { createSource } from '../../../adapters/collect/sources.ts';
import type { CollectSource, CollectTimer } from '../../../adapters/collect/types.ts';
import { withStore } from '../../../app/history/with-store.ts';
import { nodeTimer } from '../../../app/run/node-timer.ts';
import { readSettings } from '../../../app/run/own-settings.ts';
import { sinceTime } from '../../../app/run/since.ts';
import { parseDuration } from '../../../config/duration.ts';
import { unobeyedInSources } from '../../../config/obeyed.ts';
import type { SourceSettings } from '../../../config/sources.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { secondText } from '../../../model/time-text.ts';
import { formatCount } from '../../../model/words.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { RoundOutcome, StreamOutcome } from '../../../ports/round-outcome.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';

export interface CollectOptions {
  readonly dir: string;
  readonly config?: string;
  readonly source?: readonly string[];
  readonly since?: string;
  readonly every?: string;
  readonly json?: boolean;
}

/** The parts that a test replaces: the timer and the stop signal. */
export interface CollectMachine {
  readonly timer: CollectTimer;
  /** Ends collecting after the current page. */
  readonly signal: AbortSignal;
}

/** `parley collect`: fetches audit records from the clouds into the store, once or repeatedly. */
export async function runCollect(
  io: Io,
  options: CollectOptions,
  machine: CollectMachine = thisMachine(),
): Promise<ExitCode> {
  const asked = await readOptions(io, options);
  if (!asked.ok) return printProblem(io, asked.error);
  const { settings, since, every } = asked.value;
  const made = settings.map((each) =>
    createSource(each, { env: io.env, timer: machine.timer, now: () => timeOf(io) }),
  );
  for (const one of made) if (!one.ok) printProblem(io, one.error);
  const sources = made.flatMap((one) => (one.ok ? [one.value] : []));
  const isWhole = sources.length === made.length;
  if (sources.length === 0) return 1;
  for (let from = since; ; from = undefined) {
    // The store is closed between rounds, so that other commands can open it.
    const code = await withStore(io, options.dir, 'keeps what is collected', (store) =>
      oneRound(io, options, sources, from, { log: store.collected, signal: machine.signal }),
    );
    if (every === undefined || machine.signal.aborted) return isWhole ? code : 1;
    await machine.timer.sleep(every);
    if (machine.signal.aborted) return isWhole ? code : 1;
  }
}

interface Asked {
  readonly settings: readonly SourceSettings[];
  readonly since?: string;
  readonly every?: number;
}

async function readOptions(io: Io, options: CollectOptions): Promise<Result<Asked>> {
  const root = resolve(io.cwd, options.dir);
  const config = await readSettings(io, root, options.config, { unobeyed: unobeyedInSources });
  if (!config.ok) return config;
  const settings = chosen(config.value.sources, options.source);
  if (!settings.ok) return settings;
  const since = options.since === undefined ? undefined : sinceTime(options.since, io.now());
  if (since?.ok === false) return since;
  const every = options.every === undefined ? undefined : parseDuration(options.every);
  if (options.every !== undefined && (every === undefined || every < 1000)) return fail(badEvery);
  return ok({
    settings: settings.value,
    ...(since === undefined ? {} : { since: since.value }),
    ...(every === undefined ? {} : { every }),
  });
}

function chosen(
  sources: readonly SourceSettings[],
  names: readonly string[] | undefined,
): Result<readonly SourceSettings[]> {
  if (sources.length === 0) return fail(noSources);
  if (names === undefined) return ok(sources);
  const unknown = names.find((name) => sources.every((source) => source.name !== name));
  if (unknown !== undefined) {
    return fail({
      code: 'no-such-source',
      message: `parley.yaml has no source called ${unknown}.`,
      hint: `It has ${sources.map(({ name }) => name).join(', ')}.`,
    });
  }
  return ok(sources.filter(({ name }) => names.includes(name)));
}

async function oneRound(
  io: Io,
  { json }: CollectOptions,
  sources: readonly CollectSource[],
  since: string | undefined,
  { log, signal }: Pick<Parameters<typeof collectRound>[2], 'log' | 'signal'>,
): Promise<ExitCode> {
  const round = { now: timeOf(io), ...(since === undefined ? {} : { since }) };
  const deps = { log, now: () => timeOf(io), ...(signal === undefined ? {} : { signal }) };
  const report = await collectRound(sources, round, deps);
  io.out(
    json ? `${jsonText({ at: round.now, ...report })}\n` : terminalText(renderRound(report), false),
  );
  const problems = problemsIn(report);
  for (const problem of problems.reported) printProblem(io, problem);
  return problems.failed ? 1 : 0;
}

function problemsIn({ streams, failed }: RoundOutcome): {
  readonly reported: readonly Problem[];
  readonly failed: boolean;
} {
  const ends = streams.flatMap((stream) => stream.failed ?? []);
  const notes = streams.flatMap((stream) => stream.notes);
  const lost = failed.map(({ problem }) => problem);
  return { reported: [...notes, ...ends, ...lost], failed: ends.length + lost.length > 0 };
}

/** With milliseconds, so that times can be compared as texts. */
function timeOf(io: Io): string {
  return new Date(io.now()).toISOString();
}

/**
 * The first SIGINT or SIGTERM ends collecting after the current page; the second one ends the
 * process.
 */
function thisMachine(): CollectMachine {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort());
  }
  const { signal } = controller;
  const timer = nodeTimer(signal);
  return { timer, signal };
}

const noSources: Problem = {
  code: 'no-sources',
  message: 'parley.yaml names no sources, so there is nothing to collect.',
  hint: 'docs/collect.md shows how to name CloudTrail, Azure or Google Cloud as a source.',
};

const badEvery: Problem = {
  code: 'bad-every',
  message: '--every takes a duration of at least one second.',
  hint: 'Use 5m, 90s or 1h.',
};

/** What a round collected: a line for each stream, and what was dropped. */
function renderRound({ streams, pruned }: RoundOutcome): string {
  const lines = streams.map(lineOf);
  if (pruned > 0) lines.push(`${formatCount(pruned, 'record')} older than the retention dropped`);
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf({ source, stream, read, added, newest, failed }: StreamOutcome): string {
  const until = newest === undefined ? '' : `, up to ${secondText(newest)}`;
  const state = failed === undefined ? '' : '; not finished';
  return `${source} ${stream}: ${added} new of ${read} read${until}${state}`;
}
