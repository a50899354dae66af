import { z } from 'zod';
import { outcomes } from '../../../model/decision.ts';
import { intentStates } from '../../../model/lifecycle.ts';
import { decision } from '../../../model/report-schema/decision.ts';
import { drift } from '../../../model/report-schema/drift.ts';
import { intent } from '../../../model/report-schema/intent.ts';
import { reverted } from '../../../model/report-schema/reverted.ts';
import { path } from '../../../model/report-schema/terms.ts';
import { Answer } from '../../../ports/store/answer.ts';
import { timeField } from './common.ts';
import { ProposalView } from './proposals.ts';

export const outcomeField = z.enum(outcomes);
export const stateField = z.enum(intentStates);

const where = { stack: z.string(), scan: z.string() };

export const DriftView = drift.extend(where);

export const RevertedView = reverted.extend(where);

export const DecisionView = decision.extend(where);

export const IntentView = z.object({
  stack: z.string(),
  state: stateField,
  firstSeen: timeField,
  lastSeen: timeField,
  lastLooked: timeField.optional().meta({
    description: 'For an intent in force: when this was last checked',
  }),
  fields: z
    .array(
      z.object({ address: z.string(), path, outcome: z.string(), drift: z.string().optional() }),
    )
    .readonly()
    .meta({ description: 'Its fields, and what was decided' }),
  intent,
});

export const AnswerView = Answer;

export const IntentDetailView = IntentView.extend({
  decisions: z.array(DecisionView).readonly().meta({ description: 'Of the latest scan' }),
  transitions: z
    .array(
      z.object({
        from: stateField,
        to: stateField,
        event: z.string(),
        because: z.string(),
        scan: z.string(),
        time: timeField,
      }),
    )
    .readonly(),
  answers: z.array(AnswerView).readonly(),
  proposals: z.array(ProposalView).readonly(),
});
