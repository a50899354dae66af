import { z } from 'zod';
import { isAtOrBelow } from '../../../model/address.ts';
import { decidingByDrift } from '../../../model/parties.ts';
import type { Report } from '../../../model/report.ts';
import { fail, ok } from '../../../model/result.ts';
import { pageOver } from '../../api/http/page.ts';
import { dataNotice } from '../data.ts';
import { onlyPlace } from '../place/types.ts';
import { addressArgument, pagingArguments, stackArgument, stackMeant, tool } from '../tool.ts';
import { toolProblem } from './problem.ts';
import {
  AgentIntentView,
  agentNotice,
  agentVerdict,
  field,
  intentView,
  ValueView,
  VerdictView,
  valueView,
} from './views.ts';

const DriftView = z.object({
  stack: z.string().optional(),
  id: z.string(),
  address: z.string(),
  field: z.string(),
  declared: ValueView,
  live: ValueView,
  since: z.string().optional().meta({ description: 'When it was first seen' }),
  intent: AgentIntentView.optional(),
  verdict: VerdictView.optional(),
});

export const listDrift = tool({
  name: 'list_drift',
  title: 'List drift',
  description:
    'What is open after the latest run: fields whose live value is not what the code says, who changed them, what they meant, and what the policy decides. In order of stack and id.',
  access: 'read',
  input: z.strictObject({
    stack: stackArgument,
    address: addressArgument.optional(),
    ...pagingArguments,
  }),
  output: z.object({
    notice: agentNotice,
    drifts: z.array(DriftView),
    next: z.string().optional(),
  }),
  async run({ place }, { stack: asked, address, limit, cursor }) {
    const meant =
      asked === undefined && place.stacks !== undefined ? ok(undefined) : stackMeant(place, asked);
    if (!meant.ok) return meant;
    const names = meant.value === undefined ? (place.stacks ?? []) : [meant.value];
    // A stack without a run has no drift yet. If it is the only one requested, the missing run is
    // reported.
    const isAlone = names.length === 1;
    const first = isAlone ? await place.report(names[0] ?? onlyPlace) : undefined;
    if (first?.ok === false) return first;
    const page = await pageOver(names, { limit, cursor }, async (stack) => {
      const report = first ?? (await place.report(stack));
      return report.ok ? openIn(report.value, stack, address) : [];
    });
    if (!page.ok) return fail(toolProblem(page.error));
    const { items, next } = page.value;
    return ok({ notice: dataNotice, drifts: [...items], next });
  },
});

function openIn(report: Report, stack: string, address: string | undefined) {
  const deciding = decidingByDrift(report.decisions);
  const intents = new Map(report.intents.map((intent) => [intent.id, intent]));
  return (report.openDrifts ?? report.drifts)
    .filter((drift) => address === undefined || isAtOrBelow(drift.address, address))
    .map((drift) => {
      const decision = deciding.get(drift.id);
      const intent = intents.get(decision?.intent ?? '');
      const item: z.input<typeof DriftView> = {
        ...(stack === onlyPlace ? {} : { stack }),
        id: drift.id,
        address: drift.address,
        field: field(drift.path),
        declared: valueView(drift.declared),
        live: valueView(drift.live),
        ...('firstSeen' in drift ? { since: drift.firstSeen } : {}),
        ...(intent === undefined ? {} : { intent: intentView(intent) }),
        ...(decision === undefined ? {} : { verdict: agentVerdict(decision) }),
      };
      return { key: drift.id, item };
    });
}
