import { z } from 'zod';
import { questionCauses, questionEnds } from '../open-question.ts';
import { evidenceNote } from './open-drift.ts';
import { questionId, reportText, reportTime } from './terms.ts';

const asked = {
  id: questionId,
  address: reportText,
  service: reportText,
  operation: reportText,
  calls: z.array(evidenceNote).readonly(),
  firstSeen: reportTime,
};

export const openQuestion = z.object({
  ...asked,
  type: reportText,
  cause: z.enum(questionCauses),
  state: z.enum(['new', 'open']),
});

export const closedQuestion = z.object({
  ...asked,
  closedAt: reportTime,
  reason: z.enum(questionEnds),
  because: reportText,
});
