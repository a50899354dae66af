import { vi } from 'vitest';

/**
 * Waits for a state that is certain to come, so that the limit only has to catch a hang; throws the
 * last error behind it.
 */
export function eventually<T>(look: () => Promise<T> | T, minutes = 4): Promise<T> {
  return vi.waitFor(look, { timeout: minutes * 60_000, interval: 50 });
}
