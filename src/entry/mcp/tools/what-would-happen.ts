import { z } from 'zod';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import type { Json } from '../../../model/json.ts';
import { parsePath } from '../../../model/path.ts';
import { ok } from '../../../model/result.ts';
import { dataNotice } from '../data.ts';
import { stackArgument, stackTool } from '../tool.ts';
import {
  agentNotice,
  agentVerdict,
  field,
  ValueView,
  VerdictView,
  valueView,
  WhoView,
} from './views.ts';

const Output = z.object({
  notice: agentNotice,
  inCode: z.boolean().meta({ description: 'The code already says so: nothing would happen' }),
  actor: WhoView.extend({ evidence: z.enum(['trusted', 'claimed']) })
    .optional()
    .meta({ description: 'Who the policy would recognize the principal as' }),
  announced: z.string().optional().meta({ description: 'The declared intent that announces it' }),
  summary: z.string().optional(),
  fields: z.array(
    z.object({
      address: z.string(),
      field: z.string(),
      declared: ValueView,
      live: ValueView,
      verdict: VerdictView,
      explanation: z.array(z.string()),
      harm: z.array(z.string()),
    }),
  ),
  files: z
    .array(
      z.object({
        path: z.string(),
        site: z.string(),
        verification: z.string(),
        passed: z.boolean(),
      }),
    )
    .meta({ description: 'Files that would be edited; none unless the verdict keeps the change' }),
  unresolved: z.array(z.object({ reason: z.string(), suggestion: z.string().optional() })),
});

export const whatWouldHappen = stackTool({
  name: 'what_would_happen',
  title: 'What would happen',
  description:
    'A dry run: which verdict a change of a field to a value by a principal would get if it were made in the cloud now, by which rule and why, and which files of the code would change. Nothing is written.',
  access: 'read',
  isHere: ({ wouldHappen }) => wouldHappen !== undefined,
  input: z.strictObject({
    address: z.string().min(1).max(1024).meta({ description: 'Of a resource in the state' }),
    field: z
      .string()
      .min(1)
      .max(500)
      .refine((text) => parsePath(text) !== undefined, {
        message:
          'Use a field like desired_capacity, tags["Team"] or scaling_config[0].desired_size',
      }),
    value: z
      .custom<Json>((value) => value !== undefined, 'A value is missing')
      .meta({ description: 'JSON; null unsets the field' }),
    principal: z.string().min(1).max(2048).meta({
      description: 'ARN of the role or user without the session, mail address or account',
    }),
    stack: stackArgument,
    session: z.string().min(1).max(200).optional(),
    user_agent: z.string().min(1).max(500).optional(),
  }),
  output: Output,
  async run({ place, stack }, { address, field: path, value, principal, session, user_agent }) {
    const { wouldHappen } = place;
    if (wouldHappen === undefined) return { ok: false, error: notHere };
    const happened = await wouldHappen(stack, {
      address,
      path: parsePath(path) ?? [],
      value,
      caller: {
        principal,
        ...(session === undefined ? {} : { session }),
        ...(user_agent === undefined ? {} : { userAgent: user_agent }),
      },
    });
    return happened.ok ? ok(outputOf(happened.value)) : happened;
  },
});

const notHere = {
  code: 'code-not-here',
  message: 'The code is not available here.',
  hint: 'Ask `parley mcp` in the folder of the project.',
} as const;

function outputOf({
  actor,
  announced,
  summary,
  fields,
  patched,
  unresolved,
}: WouldHappen): z.input<typeof Output> {
  return {
    notice: dataNotice,
    inCode: fields.length === 0 && unresolved.length === 0,
    ...(actor && { actor: actorOf(actor) }),
    announced,
    summary,
    fields: fields.map(({ drift, decision }) => ({
      address: drift.address,
      field: field(drift.path),
      declared: valueView(drift.declared),
      live: valueView(drift.live),
      verdict: agentVerdict(decision),
      explanation: [...decision.explanation],
      harm: (drift.harm ?? []).map(({ because }) => because),
    })),
    files: patched.flatMap(({ patch: { site, verification }, files }) =>
      files.map(({ path }) => ({
        path,
        site,
        verification: verification.level,
        passed: verification.passed,
      })),
    ),
    unresolved: unresolved.map(({ reason, suggestion }) => ({ reason, suggestion })),
  };
}

function actorOf({ name, class: kind, principal, evidence }: NonNullable<WouldHappen['actor']>) {
  return { name, class: kind, id: principal, evidence };
}
