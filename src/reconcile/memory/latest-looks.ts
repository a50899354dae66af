import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import { compareText } from '../../model/text.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { isObservation, placeShownBy, shownBy } from './observation.ts';

/** So many values that a place had in turn, with no call in the log for them, are kept. */
const maxValues = 8;

interface Look {
  readonly event: RememberedEvent;
  readonly value: string;
}

/**
 * Of the observations of one place, keeps those that later runs need: the first and the last of
 * each value that the place had in turn, and the first after each call, which shows the call's
 * result.
 */
export function latestLooks(
  remembered: readonly RememberedEvent[],
  fresh: readonly RememberedEvent[],
  calls: readonly RememberedEvent[],
): { readonly kept: readonly RememberedEvent[]; readonly forgotten: readonly string[] } {
  const timesOf = callTimes(calls);
  const looks = groupBy(
    [...remembered, ...fresh].flatMap((event) => {
      const shown = shownBy(event);
      return shown === undefined ? [] : [{ event, ...shown }];
    }),
    ({ place }) => place,
  );
  const kept = new Set<string>();
  for (const own of looks.values()) {
    const sorted = own.toSorted((a, b) => compareText(a.event.time, b.event.time));
    const needed = [...endsOfValues(sorted), ...afterCalls(sorted, timesOf)];
    for (const { event } of needed) kept.add(event.id);
  }
  return {
    kept: fresh.filter(({ id }) => kept.has(id)),
    forgotten: remembered
      .filter((event) => !kept.has(event.id) && placeShownBy(event) !== undefined)
      .map(({ id }) => id),
  };
}

/** The first and the last look at each value. */
function endsOfValues(looks: readonly Look[]): readonly Look[] {
  const isFirst = (index: number): boolean => looks[index - 1]?.value !== looks[index]?.value;
  const firsts = looks.flatMap((_, index) => (isFirst(index) ? [index] : []));
  const since = firsts.at(-maxValues) ?? 0;
  return looks.filter((_, at) => at >= since && (isFirst(at) || isFirst(at + 1)));
}

/** At the time of a call, the order of call and look is that of their ids. */
function afterCalls(looks: readonly Look[], timesOf: CallTimes): readonly Look[] {
  const [look] = looks;
  const times = look === undefined ? [] : timesOf(look.event);
  return times.flatMap((time) => {
    const at = looks.find(({ event }) => compareInstants(event.time, time) >= 0);
    const after = looks.find(({ event }) => compareInstants(event.time, time) > 0);
    return [at, after].flatMap((one) => one ?? []);
  });
}

type CallTimes = (look: RememberedEvent) => readonly string[];

/** When calls concerned the resource of a look, ISO 8601 UTC. */
function callTimes(calls: readonly RememberedEvent[]): CallTimes {
  const logged = calls.filter((event) => !isObservation(event));
  const found = groupBy(
    logged.flatMap(({ addresses, time }) =>
      Object.values(addresses).map((address) => ({ address, time })),
    ),
    ({ address }) => address,
  );
  return ({ addresses }) =>
    Object.values(addresses).flatMap((address) =>
      (found.get(address) ?? []).map(({ time }) => time),
    );
}
