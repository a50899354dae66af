/**
 * Aborts with the first SIGTERM or SIGINT. The second one ends the process immediately, which is
 * the default.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const names = ['SIGTERM', 'SIGINT'] as const;
  const stop = (): void => {
    for (const name of names) process.off(name, stop);
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return controller.signal;
}

/**
 * Calls back with each SIGHUP, which asks services to read their settings again. Returns a function
 * that ends this.
 */
export function onHangup(listener: () => void): () => void {
  process.on('SIGHUP', listener);
  return () => void process.off('SIGHUP', listener);
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Ends a finished process even if a call to another system still hangs. */
export function endSoon(milliseconds: number): void {
  setTimeout(() => process.exit(), milliseconds).unref();
}
