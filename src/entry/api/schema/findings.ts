import { z } from 'zod';
import { Decision, outcomes } from '../../../model/decision.ts';
import { Drift } from '../../../model/drift.ts';
import { Intent } from '../../../model/intent.ts';
import { intentStates } from '../../../model/lifecycle.ts';
import { path } from '../../../model/report-schema/terms.ts';
import { Reverted } from '../../../model/reverted.ts';
import { Answer } from '../../../ports/store/answer.ts';
import { timeField } from './common.ts';
import { ProposalView } from './proposals.ts';

export const outcomeField = z.enum(outcomes);
export const stateField = z.enum(intentStates);

const where = { stack: z.string(), scan: z.string() };

export const DriftView = Drift.extend(where);

export const RevertedView = Reverted.extend(where);

export const DecisionView = Decision.extend(where);

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
  intent: Intent,
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
