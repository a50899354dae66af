import { afterAll } from 'vitest';

const ends: (() => Promise<void>)[] = [];

/** For what a test file starts when its first test needs it, and no hook of its own can end. */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

afterAll(async () => {
  for (const end of ends.splice(0)) await end();
});
