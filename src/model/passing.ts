import { openPath } from './credential/path.ts';
import type { DriftValue, Write } from './drift.ts';
import { compareInstants } from './instant.ts';
import type { AttributePath } from './path.ts';
import type { Ending, Reverted } from './reverted.ts';

/** A field or a resource with everything that was written to it. */
export interface WrittenSpan {
  readonly path: AttributePath;
  readonly writes: readonly Write[];
  readonly before: DriftValue;
}

/** The end of the last change, if no write ended it. */
export interface End {
  readonly event?: string;
  /** In ISO 8601 UTC; undefined if the end is unknown. */
  readonly time?: string;
}

/**
 * The temporary changes among the writes, reported as one, or undefined if there are none.
 * `passing` tells for each write whether its effect is gone.
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
  // An end before the last write did not end that write.
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

/** The time in which the value differed, in milliseconds. */
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
