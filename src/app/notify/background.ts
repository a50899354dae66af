/** Work that continues after a request was answered. */
export interface Background {
  readonly later: (work: () => Promise<void>) => void;
  /** Resolves when no work is in progress. */
  readonly idle: () => Promise<void>;
}

/** `failed` receives whatever the work throws, since nothing else waits for it. */
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
