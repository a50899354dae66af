import { z } from 'zod';
import { driftIdText, intentIdText, path, reportText, wholeNumber } from './terms.ts';

const impact = z.object({ address: reportText, path });

export const candidate = z.object({
  drift: driftIdText.exactOptional(),
  path: path.exactOptional(),
  kind: reportText,
  file: reportText,
  line: z.int().positive(),
  description: reportText,
  blastRadius: z.array(impact).readonly(),
  changes: wholeNumber.exactOptional(),
  andMore: z.literal(true).exactOptional(),
  chosen: z.boolean(),
  because: reportText,
});

export const trace = z.object({
  drift: driftIdText,
  address: reportText,
  path,
  steps: z
    .array(
      z.object({
        kind: reportText,
        text: reportText,
        file: reportText,
        line: z.int().positive(),
        shadows: z.array(reportText).readonly().exactOptional(),
      }),
    )
    .readonly(),
});

export const patch = z.object({
  intent: intentIdText,
  drifts: z.array(driftIdText).readonly(),
  files: z
    .array(
      z.object({
        path: reportText,
        edits: z
          .array(z.object({ offset: wholeNumber, length: wholeNumber, text: reportText }))
          .readonly(),
      }),
    )
    .readonly(),
  site: reportText,
  blastRadius: z.array(impact).readonly(),
  candidates: z.array(candidate).readonly(),
  traces: z.array(trace).readonly().exactOptional(),
  verification: z.object({
    level: z.enum(['parse', 'scope', 'evaluate', 'validate', 'plan']),
    passed: z.boolean(),
    notes: z.array(reportText).readonly(),
  }),
});
