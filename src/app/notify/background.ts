/** Work that goes on after an answer was given. */
export interface Background {
  readonly later: (work: () => Promise<void>) => void;
  /** When nothing is under way any more. */
  readonly idle: () => Promise<void>;
}

/** `failed` gets what was thrown; nobody else waits for it. */
export function createBackground(failed: (error: unknown) => void): Background {
  const underWay = new Set<Promise<void>>();
  return {
    later(work) {
      const running: Promise<void> = work()
        .catch(failed)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
