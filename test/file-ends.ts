const ends: (() => Promise<void>)[] = [];

/** For what a test file starts when its first test needs it, and no hook of its own can end. */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

/** Ends what the file at hand has started. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
