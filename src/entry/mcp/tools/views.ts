import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { type Decision, outcomes } from '../../../model/decision.ts';
import type { DriftValue } from '../../../model/drift.ts';
import type { Intent } from '../../../model/intent.ts';
import { formatPath } from '../../../model/path.ts';

/** A declared or live value; `redacted` for a secret. */
export const ValueView = z.object({
  kind: z.enum(['value', 'absent', 'redacted', 'unknown']),
  value: z.unknown().optional(),
  why: z.string().optional(),
});

export function valueView(side: DriftValue): z.input<typeof ValueView> {
  switch (side.kind) {
    case 'value':
      return { kind: 'value', value: side.value };
    case 'unknown':
      return { kind: 'unknown', why: side.why };
    default:
      return { kind: side.kind };
  }
}

export const WhoView = z.object({
  name: z.string(),
  class: z.enum(actorClasses),
  id: z.string().meta({ description: 'Principal, without the session' }),
});

export const AgentIntentView = z.object({
  id: z.string(),
  summary: z.string(),
  purpose: z.string(),
  who: WhoView,
  from: z.string(),
  to: z.string(),
  declared: z.boolean().meta({ description: 'Declared beforehand, and not done' }),
  announced: z.string().optional().meta({ description: 'The declared intent that announced it' }),
  ticket: z.string().optional(),
  until: z.string().optional(),
});

export function intentView({
  id,
  summary,
  purpose,
  actor,
  window,
  declared,
  announced,
  ticket,
  expires,
}: Intent): z.input<typeof AgentIntentView> {
  return {
    id,
    summary,
    purpose,
    who: { name: actor.name, class: actor.class, id: actor.principal },
    ...window,
    declared: declared === true,
    announced,
    ticket,
    until: expires,
  };
}

export const VerdictView = z.object({
  outcome: z.enum(outcomes),
  rule: z.string(),
  because: z.string(),
  until: z.string().optional(),
});

export function agentVerdict({ verdict }: Pick<Decision, 'verdict'>): z.input<typeof VerdictView> {
  const { outcome, rule, because, expires } = verdict;
  return { outcome, rule, because, until: expires };
}

/** The path as people write it; empty for the entire resource. */
export const field = formatPath;

export const agentNotice = z.string().meta({ description: 'How to read the answer' });
