const day = 24 * 60 * 60 * 1000;

/** How long it is remembered what a message says, and that it was posted. */
export const memoryTime = 400 * day;

/** What is gone may come back for so long, and its thread still knows what was said before. */
export const goneMemory = 60 * day;

/** The moment that is so many milliseconds after another, ISO 8601 UTC. */
export function after(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}
