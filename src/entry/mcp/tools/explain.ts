import { z } from 'zod';
import { type About, aboutKnown } from '../../../app/run/about.ts';
import { ok } from '../../../model/result.ts';
import { dataNotice } from '../data.ts';
import { onlyPlace } from '../place/types.ts';
import { stackArgument, stackTool } from '../tool.ts';
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

/** Items shown of each list; the rest is only counted. */
const max = 20;

const Output = z.object({
  notice: agentNotice,
  intents: z.array(AgentIntentView),
  decisions: z.array(
    z.object({
      intent: z.string(),
      drift: z.string(),
      address: z.string(),
      field: z.string(),
      verdict: VerdictView,
      explanation: z.array(z.string()),
    }),
  ),
  drifts: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      field: z.string(),
      declared: ValueView,
      live: ValueView,
      basis: z.enum(['inferred', 'confirmed']),
      harm: z.array(z.string()),
      evidence: z.array(z.string()),
    }),
  ),
  patches: z.array(
    z.object({
      intent: z.string(),
      site: z.string(),
      files: z.array(z.string()),
      verification: z.string(),
      passed: z.boolean(),
      notes: z.array(z.string()),
    }),
  ),
  notLasting: z.array(z.string()).meta({ description: 'Changes that did not last' }),
  closed: z.array(z.object({ drift: z.string(), because: z.string() })),
  unresolved: z.array(z.object({ reason: z.string(), suggestion: z.string().optional() })),
  leftOut: z.int().meta({ description: 'Items of longer lists' }),
});

export const explain = stackTool({
  name: 'explain',
  title: 'Explain',
  description:
    'Everything about an intent (i-...), a drift (d-...), an event or an address of the latest run: who did what, which rules matched, who lost to whom, what would lead to another verdict, and which files a patch changes.',
  access: 'read',
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(1024)
      .meta({ description: 'i-..., d-..., an event id or an address' }),
    stack: stackArgument,
  }),
  output: Output,
  async run({ place, stack }, { id }) {
    const report = await place.report(stack);
    if (!report.ok) return report;
    const file = stack === onlyPlace ? 'the latest run' : stack;
    const about = aboutKnown(report.value, id, file);
    return about.ok ? ok(outputOf(about.value)) : about;
  },
});

function outputOf(about: About): z.input<typeof Output> {
  const lists = Object.values(about).map((list) => list.length);
  const { intents, decisions, drifts, patches, reverted, closedDrifts, unresolved } = about;
  return {
    notice: dataNotice,
    intents: intents.slice(0, max).map(intentView),
    decisions: decisions.slice(0, max).map((decision) => ({
      intent: decision.intent,
      drift: decision.drift,
      address: decision.address,
      field: field(decision.path),
      verdict: agentVerdict(decision),
      explanation: decision.explanation.slice(0, max),
    })),
    drifts: drifts.slice(0, max).map((drift) => ({
      id: drift.id,
      address: drift.address,
      field: field(drift.path),
      declared: valueView(drift.declared),
      live: valueView(drift.live),
      basis: drift.basis,
      harm: (drift.harm ?? []).map(({ because }) => because),
      evidence: drift.evidence.slice(0, max),
    })),
    patches: patches.slice(0, max).map(({ intent, site, files, verification }) => ({
      intent,
      site,
      files: files.map(({ path }) => path),
      verification: verification.level,
      passed: verification.passed,
      notes: verification.notes.slice(0, max),
    })),
    notLasting: reverted.slice(0, max).flatMap(({ sentence }) => sentence ?? []),
    closed: closedDrifts.slice(0, max).map(({ id, because }) => ({ drift: id, because })),
    unresolved: unresolved.slice(0, max).map(({ reason, suggestion }) => ({ reason, suggestion })),
    leftOut: lists.reduce((sum, length) => sum + Math.max(0, length - max), 0),
  };
}
