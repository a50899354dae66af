import { z } from 'zod';
import { questionCauses, questionEnds } from '../open-question.ts';
import { evidenceNote } from './open-drift.ts';
import { questionId, text, time } from './terms.ts';

const asked = {
  id: questionId,
  address: text,
  service: text,
  operation: text,
  calls: z.array(evidenceNote).readonly(),
  firstSeen: time,
};

export const openQuestion = z.object({
  ...asked,
  type: text,
  cause: z.enum(questionCauses),
  state: z.enum(['new', 'open']),
});

export const closedQuestion = z.object({
  ...asked,
  closedAt: time,
  reason: z.enum(questionEnds),
  because: text,
});
