const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds for which the content of a message, and the fact that it was posted, are remembered.
 */
export const memoryTime = 400 * day;

/**
 * Milliseconds for which an intent that is gone is remembered: if it returns, its thread continues.
 */
export const goneMemory = 60 * day;

/** The time that is so many milliseconds after another, ISO 8601 UTC. */
export function after(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}
