import { z } from 'zod';
import { outcomes } from '../decision.ts';
import { closingReasons } from '../open-drift.ts';
import { creation, driftValue } from './drift.ts';
import { driftId, intentId, path, text, time } from './terms.ts';

export const evidenceNote = z.object({
  event: text,
  time,
  operation: text,
  actor: text,
  digest: text.exactOptional(),
});

export const openDrift = z.object({
  id: driftId,
  address: text,
  type: text,
  path,
  declared: driftValue,
  live: driftValue,
  creation: creation.exactOptional(),
  state: z.enum(['new', 'open']),
  before: driftValue,
  evidence: z.array(evidenceNote).readonly(),
  firstSeen: time,
  lastConfirmed: z.object({ at: time, how: z.enum(['log', 'read-back', 'state']) }),
  verdicts: z
    .array(
      z.object({
        at: time,
        intent: intentId,
        outcome: z.enum(outcomes),
        rule: text,
        owner: text.exactOptional(),
        granted: time.exactOptional(),
      }),
    )
    .readonly(),
  proposal: z.object({ branch: text, location: text }).exactOptional(),
});

export const closedDrift = z.object({
  id: driftId,
  address: text,
  path,
  declared: driftValue,
  live: driftValue,
  firstSeen: time,
  closedAt: time,
  reason: z.enum(closingReasons),
  because: text,
  event: text.exactOptional(),
  commit: text.exactOptional(),
});
