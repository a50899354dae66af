import { performance } from 'node:perf_hooks';

const minimumSeconds = 2;

/**
 * Seconds of the fastest call within two seconds, after a warm-up. Other work on the machine can
 * make calls slower, but never faster.
 */
export async function measure(run: () => unknown): Promise<number> {
  await repeat(run);
  return Math.min(...(await repeat(run)));
}

async function repeat(run: () => unknown): Promise<readonly number[]> {
  const seconds: number[] = [];
  const begin = performance.now();
  do {
    const start = performance.now();
    await run();
    seconds.push((performance.now() - start) / 1e3);
  } while (performance.now() - begin < minimumSeconds * 1e3);
  return seconds;
}
