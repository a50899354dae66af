import { z } from 'zod';
import { closedDriftSchema, openDrift } from '../../../model/report-schema/open-drift.ts';
import { openQuestion } from '../../../model/report-schema/open-question.ts';
import { countField, timeField } from './common.ts';

export const OpenDriftView = openDrift.extend({ stack: z.string() });

export const ClosedDriftView = closedDriftSchema.extend({
  stack: z.string(),
  scan: z.string().meta({ description: 'That found it closed' }),
});

export const OpenQuestionView = openQuestion.extend({ stack: z.string() });

export const OpenCountView = z.object({
  open: countField,
  since: timeField.optional().meta({ description: 'When the oldest of them was first seen' }),
  fresh: countField.meta({
    description: 'Of `open`, those that the latest scan was the first to see',
  }),
  closed: countField.meta({ description: 'Those that the latest scan found closed' }),
  questions: countField.optional().meta({
    description: 'Calls that nobody could translate, by resource and operation',
  }),
});
