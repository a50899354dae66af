import { z } from 'zod';
import { actorClasses } from './actor.ts';
import { conflictKinds, weightComponents } from './grounds.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { KnowledgeEntry } from './knowledge.ts';
import { intentStates } from './lifecycle.ts';
import type { Report } from './report.ts';

/** Anything that `JSON.parse` gives, as it is. */
const json = z.custom<Json>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json));

const text = z.string();
const ids = z.array(text).readonly();
const wholeNumber = z.int().nonnegative();
const share = z.number().min(0).max(1);
const time = z.iso.datetime();
const window = z.object({ from: time, to: time });
const id = (prefix: string) => text.regex(new RegExp(`^${prefix}-[0-9a-f]{12}$`));
const driftId = id('d');
const intentId = id('i');

const path = z.array(z.union([text, z.number(), z.object({ element: json })])).readonly();

const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: json }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('redacted') }),
  z.object({ kind: z.literal('unknown'), why: text }),
]);

const writes = z.array(z.object({ event: text, time, value })).readonly();

const drift = z.object({
  id: driftId,
  address: text,
  type: text,
  path,
  declared: value,
  declaredFrom: z.enum(['code', 'state']),
  live: value,
  unapplied: json.exactOptional(),
  evidence: ids,
  basis: z.enum(['inferred', 'confirmed']),
  undeclared: z.boolean().exactOptional(),
  writes: writes.exactOptional(),
  creation: z
    .object({
      attributes: jsonObject,
      withheld: ids.exactOptional(),
      importId: text,
      parent: text.exactOptional(),
    })
    .exactOptional(),
});

const actor = z.object({
  class: z.enum(actorClasses),
  principal: text,
  name: text,
  session: text.exactOptional(),
  via: text.exactOptional(),
  signature: text,
  evidence: z.enum(['trusted', 'claimed']),
});

const purpose = z.enum([
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
]);

const want = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('eq'), value: json }),
  z.object({
    kind: z.literal('range'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    prefer: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('oneOf'),
    values: z.array(json).readonly(),
    prefer: json.exactOptional(),
  }),
  z.object({ kind: z.literal('contains'), elements: z.array(json).readonly() }),
  z.object({ kind: z.literal('excludes'), elements: z.array(json).readonly() }),
  z.object({ kind: z.literal('present') }),
  z.object({ kind: z.literal('absent') }),
]);

const intent = z.object({
  id: intentId,
  actor,
  summary: text,
  purpose,
  confidence: share,
  rule: text,
  drifts: z.array(driftId).readonly(),
  wants: z.array(z.object({ drift: driftId, want })).readonly(),
  window,
  ticket: text.exactOptional(),
  parts: z
    .array(
      z.object({
        drifts: z.array(driftId).readonly(),
        summary: text,
        purpose,
        confidence: share,
        rule: text,
        together: z.boolean(),
      }),
    )
    .readonly()
    .exactOptional(),
  supersedes: z
    .array(z.object({ drift: driftId, actor, events: ids }))
    .readonly()
    .exactOptional(),
  declared: z.boolean().exactOptional(),
  relaxations: z
    .array(z.object({ drift: driftId, want }))
    .readonly()
    .exactOptional(),
  announced: text.exactOptional(),
  expires: time.exactOptional(),
  reading: z
    .object({
      summary: text,
      purpose,
      confidence: share,
      evidence: ids,
      model: text,
      prompt: text,
    })
    .exactOptional(),
});

const outcome = z.enum([
  'accept',
  'reject',
  'delegate',
  'compromise',
  'defer',
  'escalate',
  'noop',
  'expired',
]);

const weight = z.object({
  tier: text,
  priority: z.number(),
  authority: z.number(),
  specificity: z.number(),
  confidence: share,
  time: text,
  id: text,
});

const grounds = z.object({
  rules: z
    .array(
      z.object({
        rule: text,
        place: text.exactOptional(),
        outcome,
        weight,
        seen: z
          .array(
            z.object({ name: text, value: z.union([text, z.number(), z.boolean(), z.null()]) }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  untested: z.array(z.object({ rule: text, why: text })).readonly(),
  contests: z
    .array(
      z.object({
        loser: text,
        weight,
        blame: z.array(z.object({ party: text, weight })).readonly(),
        decidedBy: z.enum(weightComponents).exactOptional(),
      }),
    )
    .readonly(),
  conflicts: z.array(z.object({ kind: z.enum(conflictKinds), because: text })).readonly(),
  concessions: z.array(text).readonly(),
  counterfactuals: z.array(z.object({ condition: text, outcome, rule: text })).readonly(),
});

const decision = z.object({
  intent: intentId,
  drift: driftId,
  address: text,
  path,
  verdict: z.object({
    outcome,
    rule: text,
    because: text,
    expires: time.exactOptional(),
    bounds: z
      .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
      .exactOptional(),
    value: json.exactOptional(),
  }),
  explanation: z.array(text).readonly(),
  code: z
    .object({ commit: text, author: text, time, first: z.boolean().exactOptional() })
    .exactOptional(),
  grounds: grounds.exactOptional(),
});

const impact = z.object({ address: text, path });

const candidate = z.object({
  drift: driftId.exactOptional(),
  path: path.exactOptional(),
  kind: text,
  file: text,
  line: z.int().positive(),
  description: text,
  blastRadius: z.array(impact).readonly(),
  changes: wholeNumber.exactOptional(),
  chosen: z.boolean(),
  because: text,
});

const trace = z.object({
  drift: driftId,
  address: text,
  path,
  steps: z
    .array(
      z.object({
        kind: text,
        text,
        file: text,
        line: z.int().positive(),
        shadows: z.array(text).readonly().exactOptional(),
      }),
    )
    .readonly(),
});

const patch = z.object({
  intent: intentId,
  drifts: z.array(driftId).readonly(),
  files: z
    .array(
      z.object({
        path: text,
        edits: z.array(z.object({ offset: wholeNumber, length: wholeNumber, text })).readonly(),
      }),
    )
    .readonly(),
  site: text,
  blastRadius: z.array(impact).readonly(),
  candidates: z.array(candidate).readonly(),
  traces: z.array(trace).readonly().exactOptional(),
  verification: z.object({
    level: z.enum(['parse', 'scope', 'evaluate', 'validate', 'plan']),
    passed: z.boolean(),
    notes: z.array(text).readonly(),
  }),
});

const proposal = z.object({
  intent: intentId,
  branch: text,
  commit: text.regex(/^[0-9a-f]{40,64}$/),
  location: text,
  state: z.enum(['created', 'updated', 'unchanged']),
});

const unresolved = z.object({
  code: text.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  reason: text,
  suggestion: text.exactOptional(),
  address: text.exactOptional(),
  event: text.exactOptional(),
  intent: text.exactOptional(),
  place: z
    .object({
      file: text,
      line: z.int().positive().exactOptional(),
      column: z.int().positive().exactOptional(),
      record: wholeNumber.exactOptional(),
    })
    .exactOptional(),
  write: text.exactOptional(),
  traces: z.array(trace).readonly().exactOptional(),
  candidates: z.array(candidate).readonly().exactOptional(),
});

const counts = z.record(text, wholeNumber).readonly();

/** Version 1 of the report. Fields may be added to it; a reader passes over those it does not know. */
export const ReportV1: z.ZodType<Report> = z.object({
  schema: z.literal('parley/report/v1'),
  tool: z.object({ name: z.literal('parley'), version: text }),
  startedAt: time,
  policy: text,
  outside: z.object({ name: text, digest: text.exactOptional() }).exactOptional(),
  inputs: z.object({
    events: z.object({ read: wholeNumber, kept: wholeNumber, dropped: counts }),
    state: z.object({ serial: wholeNumber, resources: wholeNumber }),
  }),
  drifts: z.array(drift).readonly(),
  intents: z.array(intent).readonly(),
  lifecycle: z
    .array(z.object({ intent: intentId, state: z.enum(intentStates), because: text }))
    .readonly()
    .exactOptional(),
  decisions: z.array(decision).readonly(),
  patches: z.array(patch).readonly(),
  proposals: z.array(proposal).readonly(),
  unresolved: z.array(unresolved).readonly(),
  reverted: z
    .array(z.object({ address: text, path, evidence: ids, window, writes: writes.exactOptional() }))
    .readonly(),
  contentions: z
    .array(
      z.object({
        address: text,
        paths: z.array(path).readonly(),
        parties: z.tuple([actor, actor]).readonly(),
        alternations: wholeNumber,
        window,
        drifts: z.array(driftId).readonly(),
      }),
    )
    .readonly()
    .exactOptional(),
  tokens: z.object({ prompt: wholeNumber, completion: wholeNumber }),
  advice: z
    .object({ model: text, notes: ids, proposed: z.array(KnowledgeEntry).readonly() })
    .exactOptional(),
  knowledge: z
    .array(
      z.object({
        entry: KnowledgeEntry,
        trust: z.enum(['reviewed', 'confirmed', 'proposed']),
        outcome: z.enum(['confirmed', 'contradicted', 'open']),
        because: text,
        evidence: ids,
      }),
    )
    .readonly()
    .exactOptional(),
  timings: counts,
});
