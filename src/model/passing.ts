import { openPath } from './credential/path.ts';
import type { DriftValue, Ending, Reverted, Write } from './drift.ts';
import { compareInstants } from './instant.ts';
import type { AttributePath } from './path.ts';

/** A field or a resource with all that was written to it. */
export interface WrittenSpan {
  readonly path: AttributePath;
  readonly writes: readonly Write[];
  readonly before: DriftValue;
}

/** What ended the last change, where no write did. */
export interface End {
  readonly event?: string;
  /** ISO 8601 UTC; undefined where its end is unknown. */
  readonly time?: string;
}

/**
 * What of the writes did not last, reported as one; undefined where all of it did. `passing` has, for
 * each write, whether it made a difference that is gone.
 */
export function makePassed(
  { address, type }: { readonly address: string; readonly type: string },
  { path, writes, before }: WrittenSpan,
  passing: readonly boolean[],
  ending: Ending,
  end: End = {},
): Reverted | undefined {
  const first = passing.indexOf(true);
  if (first === -1) return undefined;
  const last = passing.lastIndexOf(true);
  const ender = writes[last + 1];
  const included = writes.slice(first, last + 2);
  const changes = included.filter((_, i) => passing[first + i] === true).map(({ event }) => event);
  // What was written after the end was not ended by it.
  const isOver = compareInstants(end.time ?? '', writes[last]?.time ?? '') >= 0;
  const { event: ended, time: until } = ender ?? (isOver ? end : {});
  const durationMs = until === undefined ? undefined : lengthOf(writes, passing, until);
  const from = writes[first]?.time ?? '';
  const to = until ?? included.at(-1)?.time ?? from;
  return {
    address,
    type,
    path: openPath(path),
    evidence: unique([
      ...included.map(({ event }) => event),
      ...(ended === undefined ? [] : [ended]),
    ]),
    window: { from, to },
    writes: included,
    ending,
    before,
    changes: unique(changes),
    ...(ended === undefined ? {} : { ended }),
    ...(durationMs === undefined ? {} : { durationMs }),
    times: passing.filter((isPassing, i) => isPassing && passing[i - 1] !== true).length,
  };
}

/** Milliseconds in which the value was otherwise. */
function lengthOf(writes: readonly Write[], passing: readonly boolean[], until: string): number {
  const lengths = writes.map(({ time }, i) =>
    passing[i] === true
      ? Math.max(0, Date.parse(writes[i + 1]?.time ?? until) - Date.parse(time))
      : 0,
  );
  return lengths.reduce((sum, each) => sum + each, 0);
}

function unique(events: readonly string[]): readonly string[] {
  return [...new Set(events)];
}
