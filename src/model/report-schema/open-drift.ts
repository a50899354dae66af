import { z } from 'zod';
import { outcomes } from '../decision.ts';
import { closingReasons } from '../open-drift.ts';
import { creationSchema, driftValue } from './drift.ts';
import { driftIdText, intentIdText, path, reportText, reportTime } from './terms.ts';

export const evidenceNote = z.object({
  event: reportText,
  time: reportTime,
  operation: reportText,
  actor: reportText,
  digest: reportText.exactOptional(),
});

export const openDrift = z.object({
  id: driftIdText,
  address: reportText,
  type: reportText,
  path,
  declared: driftValue,
  live: driftValue,
  creation: creationSchema.exactOptional(),
  state: z.enum(['new', 'open']),
  before: driftValue,
  evidence: z.array(evidenceNote).readonly(),
  firstSeen: reportTime,
  lastConfirmed: z.object({ at: reportTime, how: z.enum(['log', 'read-back', 'state']) }),
  verdicts: z
    .array(
      z.object({
        at: reportTime,
        intent: intentIdText,
        outcome: z.enum(outcomes),
        rule: reportText,
        owner: reportText.exactOptional(),
        granted: reportTime.exactOptional(),
      }),
    )
    .readonly(),
  proposal: z.object({ branch: reportText, location: reportText }).exactOptional(),
});

export const closedDriftSchema = z.object({
  id: driftIdText,
  address: reportText,
  path,
  declared: driftValue,
  live: driftValue,
  firstSeen: reportTime,
  closedAt: reportTime,
  reason: z.enum(closingReasons),
  because: reportText,
  event: reportText.exactOptional(),
  commit: reportText.exactOptional(),
});
