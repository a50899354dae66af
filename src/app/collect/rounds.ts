import { resolve } from 'node:path';
import { collectRound } from '../../adapters/collect/collect.ts';
import { createSource } from '../../adapters/collect/sources.ts';
import type { CollectSource, CollectTimer } from '../../adapters/collect/types.ts';
import { parseDuration } from '../../config/duration.ts';
import { unobeyedInSources } from '../../config/obeyed.ts';
import type { SourceSettings } from '../../config/sources.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import type { RoundOutcome } from '../../ports/round-outcome.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { withStore } from '../history/with-store.ts';
import { readSettings } from '../run/own-settings.ts';
import { sinceTime } from '../run/since.ts';

/** What to collect into the store of a project, as on the command line. */
export interface CollectWish {
  readonly dir: string;
  readonly config?: string;
  /** Names of sources; all of them unless given. */
  readonly source?: readonly string[];
  /** A duration or a date, from which the first round reads again. */
  readonly since?: string;
  /** A duration. Only one round is collected unless given. */
  readonly every?: string;
}

/** A round, and what went wrong in it or is worth knowing. */
export interface CollectedRound {
  /** When it began, ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly outcome: RoundOutcome;
  readonly problems: readonly Problem[];
}

export interface Collecting {
  readonly timer: CollectTimer;
  /** Ends collecting after the current page. */
  readonly signal: AbortSignal;
  readonly onRound: (round: CollectedRound) => void;
}

/**
 * Fetches audit records from the clouds into the store, once or repeatedly. The exit code is that
 * of the last round; it is 1 as well where a source cannot be read at all.
 */
export async function collectRounds(
  io: Io,
  wish: CollectWish,
  collecting: Collecting,
): Promise<ExitCode> {
  const asked = await readWish(io, wish);
  if (!asked.ok) return printProblem(io, asked.error);
  const { settings, since, every } = asked.value;
  const { timer, signal } = collecting;
  const made = settings.map((each) =>
    createSource(each, { env: io.env, timer, now: () => timeOf(io) }),
  );
  for (const one of made) if (!one.ok) printProblem(io, one.error);
  const sources = made.flatMap((one) => (one.ok ? [one.value] : []));
  const isWhole = sources.length === made.length;
  if (sources.length === 0) return 1;
  for (let from = since; ; from = undefined) {
    // The store is closed between rounds, so that other commands can open it.
    const code = await withStore(io, wish.dir, 'keeps what is collected', (store) =>
      oneRound(io, sources, from, { ...collecting, log: store.collected }),
    );
    if (every === undefined || signal.aborted) return isWhole ? code : 1;
    await timer.sleep(every);
    if (signal.aborted) return isWhole ? code : 1;
  }
}

interface Asked {
  readonly settings: readonly SourceSettings[];
  readonly since?: string;
  readonly every?: number;
}

async function readWish(io: Io, wish: CollectWish): Promise<Result<Asked>> {
  const root = resolve(io.cwd, wish.dir);
  const config = await readSettings(io, root, wish.config, { unobeyed: unobeyedInSources });
  if (!config.ok) return config;
  const settings = chosen(config.value.sources, wish.source);
  if (!settings.ok) return settings;
  const since = wish.since === undefined ? undefined : sinceTime(wish.since, io.now());
  if (since?.ok === false) return since;
  const every = wish.every === undefined ? undefined : parseDuration(wish.every);
  if (wish.every !== undefined && (every === undefined || every < 1000)) return fail(badEvery);
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
  sources: readonly CollectSource[],
  since: string | undefined,
  { log, signal, onRound }: Collecting & Pick<Parameters<typeof collectRound>[2], 'log'>,
): Promise<ExitCode> {
  const at = timeOf(io);
  const round = { now: at, ...(since === undefined ? {} : { since }) };
  const outcome = await collectRound(sources, round, { log, now: () => timeOf(io), signal });
  const { reported, failed } = problemsIn(outcome);
  onRound({ at, outcome, problems: reported });
  return failed ? 1 : 0;
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
