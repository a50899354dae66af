import { z } from 'zod';
import { Actor } from './actor.ts';
import { DriftValue } from './drift.ts';
import {
  driftIdText,
  ids,
  intentIdText,
  jsonValue,
  reportText,
  reportTime,
  share,
  window,
} from './report-schema/terms.ts';

/** The value that someone wants for a field. */
export const Want = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('eq'), value: jsonValue }),
  z.object({
    kind: z.literal('range'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    prefer: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('oneOf'),
    values: z.array(jsonValue).readonly(),
    prefer: jsonValue.exactOptional(),
  }),
  z.object({ kind: z.literal('contains'), elements: z.array(jsonValue).readonly() }),
  z.object({ kind: z.literal('excludes'), elements: z.array(jsonValue).readonly() }),
  z.object({ kind: z.literal('present') }),
  z.object({ kind: z.literal('absent') }),
]);

export type Want = Readonly<z.output<typeof Want>>;

/** What the actor was trying to achieve. Any text is allowed; these are the ones that rules use. */
export const purposes = [
  'access',
  'hotfix',
  'scaling',
  'hardening',
  'weakening',
  'cost-saving',
  'tagging',
  'maintenance',
  'deployment',
  'clean-up',
  'change',
] as const;

export type Purpose = (typeof purposes)[number];

const purpose = z.enum(purposes);

/** What one sentence of an intent covers. */
export const IntentPart = z.object({
  /** The ids of the drifts, sorted. */
  drifts: z.array(driftIdText).readonly(),
  summary: reportText,
  /**
   * The one resource that the sentence is about, as it names it: what is said of several is said
   * once.
   */
  subject: z.object({ noun: reportText, name: reportText }).exactOptional(),
  purpose,
  confidence: share,
  rule: reportText,
  /**
   * They must be accepted or rejected together: the two halves of a moved rule, the sizes of one
   * group.
   */
  together: z.boolean(),
});

export type IntentPart = Readonly<z.output<typeof IntentPart>>;

/** An earlier change to the same value by someone else, which this intent overwrote. */
export const Superseded = z.object({
  drift: driftIdText,
  actor: Actor,
  /** The ids of that actor's events, in fold order. */
  events: ids,
});

export type Superseded = Readonly<z.output<typeof Superseded>>;

/**
 * A drift of an intent that someone else has set since, although the intent still wants its value.
 */
export const Overtaken = z.object({
  drift: driftIdText,
  /** The value that the intent had set. */
  value: DriftValue,
});

export type Overtaken = Readonly<z.output<typeof Overtaken>>;

/**
 * A language model's interpretation of a session. It is shown next to the result of the rules and
 * decides nothing: no verdict or patch depends on it.
 */
export const Reading = z.object({
  /** One sentence. */
  summary: reportText,
  purpose,
  /** From 0 to 1, as estimated by the model. */
  confidence: share,
  /**
   * The ids of the events and drifts that the model names as evidence; a subset of what it was
   * shown.
   */
  evidence: ids,
  /** The name of the model. */
  model: reportText,
  /** The prompt with its version, `session@1`. */
  prompt: reportText,
});

export type Reading = Readonly<z.output<typeof Reading>>;

const WantedValue = z.object({ drift: driftIdText, want: Want });

/** Drifts that one actor made for the same purpose. */
export const Intent = z.object({
  /**
   * `i-` and 12 hex digits, derived from actor, drifts and session: the same evidence results in
   * the same id.
   */
  id: intentIdText,
  actor: Actor,
  /** One sentence a person would write: `Opened SSH on web to 203.0.113.9/32`. */
  summary: reportText,
  purpose,
  /** From 0 to 1, with the rule that assigned it. */
  confidence: share,
  rule: reportText,
  /** The ids of the drifts, sorted. */
  drifts: z.array(driftIdText).readonly(),
  wants: z.array(WantedValue).readonly(),
  /** The times of the first and the last event, in ISO 8601 UTC. */
  window,
  /**
   * The ticket that the actor named. It is only a claim, since the caller chooses the session name.
   */
  ticket: reportText.exactOptional(),
  /**
   * The sentences that form the summary, most important first; together they cover every drift
   * once.
   */
  parts: z.array(IntentPart).readonly().exactOptional(),
  supersedes: z.array(Superseded).readonly().exactOptional(),
  overtaken: z.array(Overtaken).readonly().exactOptional(),
  /** Declared in advance, so that what it wants may differ from what it did. */
  declared: z.boolean().exactOptional(),
  /**
   * What the actor would also accept, if that is more than the want, so that it can be negotiated.
   */
  relaxations: z.array(WantedValue).readonly().exactOptional(),
  /** Id of the intent declared beforehand that announced this one. */
  announced: reportText.exactOptional(),
  /** Until when the actor wants it, in ISO 8601 UTC. Without it, the intent does not expire. */
  expires: reportTime.exactOptional(),
  /** A language model's interpretation, which is shown but decides nothing. */
  reading: Reading.exactOptional(),
});

export type Intent = Readonly<z.output<typeof Intent>>;
