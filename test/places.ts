import { describe, it } from 'vitest';

/** How to start something in each place it can run; undefined if this machine lacks the place. */
export type Places<Start> = readonly (readonly [name: string, start: Start | undefined])[];

/** Runs the same tests in each place. A place that this machine lacks is listed as skipped. */
export function describePlaces<Start>(
  subject: string,
  places: Places<Start>,
  tests: (start: Start, name: string) => void,
): void {
  for (const [name, start] of places) {
    if (start !== undefined) describe(`${subject} on ${name}`, () => tests(start, name));
    else
      describe.skip(`${subject} on ${name}`, () => it('is not on this machine', () => undefined));
  }
}
