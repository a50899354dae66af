const ends: (() => Promise<void>)[] = [];

/** For what starts with the first test of a file that needs it, and no hook can end. */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

/** Ends whatever the current test file has started. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
