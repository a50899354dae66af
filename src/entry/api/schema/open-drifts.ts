import { z } from 'zod';
import { ClosedDrift, OpenDrift } from '../../../model/open-drift.ts';
import { OpenQuestion } from '../../../model/open-question.ts';
import { countField, timeField } from './common.ts';

export const OpenDriftView = OpenDrift.extend({ stack: z.string() });

export const ClosedDriftView = ClosedDrift.extend({
  stack: z.string(),
  scan: z.string().meta({ description: 'That found it closed' }),
});

export const OpenQuestionView = OpenQuestion.extend({ stack: z.string() });

export const OpenCountView = z.object({
  open: countField,
  since: timeField.optional().meta({ description: 'When the oldest of them was first seen' }),
  fresh: countField.meta({
    description: 'Those of `open` that the latest scan saw first',
  }),
  closed: countField.meta({ description: 'Drifts that the latest scan found closed' }),
  questions: countField.optional().meta({
    description: 'Calls whose effect is unknown, by resource and operation',
  }),
});
