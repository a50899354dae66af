import { z } from 'zod';
import { ok } from '../../../model/result.ts';
import { resolveIntent } from '../../../reconcile/decide/meant.ts';
import { agentName } from '../agent.ts';
import { dataNotice } from '../data.ts';
import { stackArgument, stackTool } from '../tool.ts';
import { agentNotice } from './views.ts';

export const proposeChange = stackTool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Opens the proposal of an open intent for review, or brings it up to date: a branch or pull request with the patch that the policy allows. People review and merge it; nothing is written to the code itself.',
  access: 'write',
  input: z.strictObject({
    id: z.string().min(1).max(1024).meta({
      description: 'i-..., d-... or an address, of one open intent',
    }),
    stack: stackArgument,
  }),
  output: z.object({
    notice: agentNotice,
    intent: z.string(),
    message: z.string().meta({ description: 'What happens now' }),
    proposals: z.array(z.object({ branch: z.string(), location: z.string() })),
  }),
  async run({ place, agent, stack }, { id }) {
    const report = await place.report(stack);
    if (!report.ok) return report;
    const intent = resolveIntent(report.value, id);
    if (!intent.ok) return intent;
    const proposed = await place.propose(stack, agentName(agent), intent.value.id);
    if (!proposed.ok) return proposed;
    const { message, proposals } = proposed.value;
    return ok({ notice: dataNotice, intent: intent.value.id, message, proposals: [...proposals] });
  },
});
