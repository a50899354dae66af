import { describe, it } from 'vitest';

/** What starts something in each place that it may be in; undefined where this machine lacks it. */
export type Places<Start> = readonly (readonly [name: string, start: Start | undefined])[];

/** The same tests in each place. Those of a place that is not here are named, and skipped. */
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
