import { z } from 'zod';
import { proposalStates } from '../../../ports/forge/proposals.ts';
import { timeField } from './common.ts';

export const ProposalView = z.object({
  stack: z.string(),
  forge: z.string(),
  number: z.int(),
  kind: z.enum(['patch', 'revert']),
  intent: z.string(),
  digest: z.string(),
  branch: z.string(),
  commit: z.string(),
  title: z.string(),
  location: z.string().meta({
    description: 'URL for a person, or a command for a branch on the machine of the service',
  }),
  state: z.enum(proposalStates),
  scan: z.string().meta({ description: 'Scan that it was last written for' }),
  openedAt: timeField,
  updatedAt: timeField,
  addresses: z.array(z.string()).readonly(),
});
