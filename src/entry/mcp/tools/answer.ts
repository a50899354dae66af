import { z } from 'zod';
import { askedFor } from '../../../app/answer/ask/ask.ts';
import { ok } from '../../../model/result.ts';
import { agentName } from '../agent.ts';
import { dataNotice } from '../data.ts';
import { stackArgument, stackTool } from '../tool.ts';
import { agentNotice } from './views.ts';

export const answer = stackTool({
  name: 'answer',
  title: 'Answer',
  description:
    'Answers what should happen to an open intent: the next run decides by it, unless a hard rule of the policy outranks it. The answer counts as that of an agent, under the name of your token.',
  access: 'write',
  input: z.strictObject({
    id: z.string().min(1).max(1024).meta({
      description: 'i-..., d-... or an address, of one open intent; q-... of an open question',
    }),
    answer: z
      .enum(['accept', 'revert', 'reject', 'delegate', 'hold', 'wrong', 'dismiss', 'reopen'])
      .meta({ description: '`reject` is an older name of `revert`' }),
    value: z.string().min(1).max(100).optional().meta({
      description: 'For delegate the bounds, 2..10; for hold the time, 24h, 3d or a date',
    }),
    because: z.string().min(1).max(500).optional().meta({ description: 'Why; dismiss needs it' }),
    stack: stackArgument,
  }),
  output: z.object({
    notice: agentNotice,
    intent: z.string(),
    summary: z.string(),
    answeredBy: z.string(),
    repeated: z.boolean().meta({ description: 'The same answer was given before' }),
    message: z.string().meta({ description: 'What happens now, and how to take it back' }),
  }),
  async run({ place, agent, stack }, { id, answer: word, value, because }) {
    const ask = askedFor(word, value, place.now());
    if (!ask.ok) return ask;
    const by = agentName(agent);
    const given = { id, by, ...ask.value, ...(because === undefined ? {} : { note: because }) };
    const taken = await place.answer(stack, given);
    return taken.ok ? ok({ notice: dataNotice, answeredBy: by, ...taken.value }) : taken;
  },
});
