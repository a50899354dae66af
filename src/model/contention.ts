import { z } from 'zod';
import { Actor } from './actor.ts';
import { driftIdText, path, reportText, wholeNumber, window } from './report-schema/terms.ts';

/** Two automations that keep undoing each other on one resource. */
export const Contention = z.object({
  address: reportText,
  paths: z.array(path).readonly(),
  /** Sorted by name. */
  parties: z.tuple([Actor, Actor]).readonly(),
  /** How often the field with the most changes of hands changed hands. */
  alternations: wholeNumber,
  /** ISO 8601 UTC of the first and the last change. */
  window,
  /** Ids of the drifts that remain; none if the changes cancelled each other out. */
  drifts: z.array(driftIdText).readonly(),
});

export type Contention = Readonly<z.output<typeof Contention>>;
