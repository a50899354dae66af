export interface Stopwatch {
  /** Ends a stage: the time since the last lap is added to the stage's total. */
  lap(stage: string): void;
  laps(): Readonly<Record<string, number>>;
}

/** Measures how long stages take, in milliseconds, on a clock that is passed in. */
export function createStopwatch(elapsed: () => number): Stopwatch {
  const times: Record<string, number> = {};
  let last = elapsed();
  return {
    lap(stage) {
      const now = elapsed();
      times[stage] = (times[stage] ?? 0) + Math.round(now - last);
      last = now;
    },
    laps: () => ({ ...times }),
  };
}
