import type { Json } from '../../../model/json.ts';
import type { Problem, Result } from '../../../model/result.ts';
import { type CallFailure, collectProblem } from '../failure.ts';
import { latest } from '../time.ts';
import type { CollectRound, SourceRecord, StreamItem } from '../types.ts';
import { type CursorWindow, cursorJson, parseCursor, type WindowCursor } from './cursor.ts';
import {
  type DatedWindow,
  doneAfter,
  nextFrom,
  type WindowLimits,
  windowBeginning,
  windowFrom,
} from './plan.ts';

export interface WindowPage {
  readonly records: readonly SourceRecord[];
  readonly read: number;
  /** Latest ingestion time of all records looked at. */
  readonly newest?: string;
  /** Token of the next page of the same window. */
  readonly token?: string;
}

/** A log that is queried for a period, page by page; records may come in any order within it. */
export interface WindowedLog {
  /** The source and the part of it, for messages. */
  readonly name: string;
  /** `size`: how many records to look at, if the cloud lets the caller choose. */
  page(
    window: CursorWindow,
    token: string | undefined,
    size?: number,
  ): Promise<Result<WindowPage, CallFailure>>;
}

type Items = AsyncGenerator<StreamItem>;

/**
 * Reads everything since the cursor, in windows one after another, the oldest first. A window has
 * fixed ends, so that its page tokens stay valid; a round begins an overlap before the cursor,
 * since records arrive late and unsorted.
 */
export async function* readWindows(
  log: WindowedLog,
  limits: WindowLimits,
  stored: Json | undefined,
  round: CollectRound,
): Items {
  const { cursor, window, lost } = windowBeginning(parseCursor(stored), limits, round);
  if (lost !== undefined) yield { kind: 'note', problem: gap(log.name, lost) };
  let at: WindowCursor = cursor;
  for (let now: DatedWindow | undefined = window; now !== undefined; ) {
    const end: WindowCursor | undefined = yield* readWindow(log, limits, {
      at,
      window: now,
    });
    if (end === undefined) return;
    at = end;
    const next = nextFrom(now, at.done, limits, round);
    now = next === undefined ? undefined : windowFrom(next, limits, round);
  }
}

interface Standing {
  readonly at: WindowCursor;
  readonly window: DatedWindow;
}

/** Yields all pages of a window. Returns the cursor after it, or undefined if the stream failed. */
async function* readWindow(
  log: WindowedLog,
  limits: WindowLimits,
  { at, window }: Standing,
): AsyncGenerator<StreamItem, WindowCursor | undefined> {
  const { done } = at;
  const { from, to } = window;
  let token = at.scan?.token;
  let newest = at.scan?.newest;
  let isAgain = false;
  for (;;) {
    const page = await log.page({ from, to }, token);
    if (!page.ok) {
      // The records of the earlier pages are already stored, and are not stored twice.
      if (page.error.kind === 'page-token' && token !== undefined && !isAgain) {
        isAgain = true;
        token = undefined;
        continue;
      }
      yield { kind: 'failed', problem: collectProblem(page.error, log.name) };
      return undefined;
    }
    const { records, read, token: next } = page.value;
    newest = latest([newest, page.value.newest]);
    if (next !== undefined && next === token) {
      yield { kind: 'failed', problem: loop(log.name) };
      return undefined;
    }
    const cursor: WindowCursor =
      next === undefined
        ? { done: doneAfter(done, window, newest, limits) }
        : { done, scan: { ...window, token: next, ...(newest === undefined ? {} : { newest }) } };
    yield { kind: 'page', page: { records, read, cursor: cursorJson(cursor) } };
    if (next === undefined) return cursor;
    token = next;
  }
}

function gap(where: string, { from, to }: CursorWindow): Problem {
  return {
    code: 'collect-gap',
    message: `The cloud no longer has the records from ${from} to ${to}: the last collection was too long ago.`,
    place: { file: where },
    hint: 'Read that period from an archive with --events, and collect more often.',
  };
}

function loop(where: string): Problem {
  return {
    code: 'collect-loop',
    message: 'The cloud keeps returning the same page.',
    place: { file: where },
    hint: 'Run `parley collect` again: it continues where it stopped.',
  };
}
