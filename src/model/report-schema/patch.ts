import { z } from 'zod';
import { driftId, intentId, path, text, wholeNumber } from './terms.ts';

const impact = z.object({ address: text, path });

export const candidate = z.object({
  drift: driftId.exactOptional(),
  path: path.exactOptional(),
  kind: text,
  file: text,
  line: z.int().positive(),
  description: text,
  blastRadius: z.array(impact).readonly(),
  changes: wholeNumber.exactOptional(),
  chosen: z.boolean(),
  because: text,
});

export const trace = z.object({
  drift: driftId,
  address: text,
  path,
  steps: z
    .array(
      z.object({
        kind: text,
        text,
        file: text,
        line: z.int().positive(),
        shadows: z.array(text).readonly().exactOptional(),
      }),
    )
    .readonly(),
});

export const patch = z.object({
  intent: intentId,
  drifts: z.array(driftId).readonly(),
  files: z
    .array(
      z.object({
        path: text,
        edits: z.array(z.object({ offset: wholeNumber, length: wholeNumber, text })).readonly(),
      }),
    )
    .readonly(),
  site: text,
  blastRadius: z.array(impact).readonly(),
  candidates: z.array(candidate).readonly(),
  traces: z.array(trace).readonly().exactOptional(),
  verification: z.object({
    level: z.enum(['parse', 'scope', 'evaluate', 'validate', 'plan']),
    passed: z.boolean(),
    notes: z.array(text).readonly(),
  }),
});
