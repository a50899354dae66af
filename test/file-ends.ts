const ends: (() => Promise<void>)[] = [];

/**
 * For what is started when the first test of a file needs it, and which no hook of its own can end.
 */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

/** Ends whatever the current test file has started. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
