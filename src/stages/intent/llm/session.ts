import { z } from 'zod';
import type { ActorClass } from '../../../model/actor.ts';
import type { Reading } from '../../../model/intent.ts';
import { purposes } from '../../../model/intent.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { checkClaims, type Disbelief, type Evidence } from './claims.ts';
import { jsonSchema } from './json-schema.ts';
import type { ModelRequest } from './port.ts';
import type { Prompt } from './prompt.ts';
import type { Redactor } from './redactor.ts';

/** What is known about a session, before anything is redacted. */
export interface SessionFacts {
  readonly id: string;
  readonly actor: ActorClass;
  /** Chosen by the caller, so it proves nothing about who acted. */
  readonly sessionName?: string;
  /** The purpose according to the rules or a declaration; not sent to a model. */
  readonly purpose?: string;
  /** The ticket that the rules found in the session. */
  readonly ticket?: string;
  readonly window: { readonly from: string; readonly to: string };
  readonly changes: readonly {
    readonly id: string;
    readonly address: string;
    readonly attribute: string;
    /** Undefined if the value must not be shown. */
    readonly before?: Json;
    readonly after?: Json;
  }[];
  readonly calls: readonly {
    readonly id: string;
    readonly time: string;
    readonly service: string;
    readonly operation: string;
    readonly request?: JsonObject;
  }[];
}

const SessionAnswer = z.strictObject({
  summary: z.string(),
  purpose: z.enum(purposes),
  confidence: z.number(),
  evidence: z.array(z.string()),
});

const longestSummary = 160;
const maxChanges = 40;
const maxCalls = 40;

/** The question about a session: only data, with secrets and identities removed. */
export function sessionRequest(
  facts: SessionFacts,
  prompt: Prompt,
  redactor: Redactor,
): ModelRequest {
  const { actor, sessionName, window } = facts;
  const data: JsonObject = {
    actor,
    ...(sessionName === undefined ? {} : { session_name: sessionName }),
    from: window.from,
    to: window.to,
    changes: facts.changes.slice(0, maxChanges).map((change) => ({
      id: change.id,
      resource: change.address,
      attribute: change.attribute,
      before: change.before ?? null,
      after: change.after ?? null,
    })),
    calls: facts.calls.slice(0, maxCalls).map((call) => ({
      id: call.id,
      time: call.time,
      service: call.service,
      operation: call.operation,
      ...(call.request === undefined ? {} : { request: call.request }),
    })),
  };
  return {
    prompt: prompt.name,
    system: prompt.system,
    user: JSON.stringify(redactor.value(data)),
    schema: jsonSchema(SessionAnswer),
    maxTokens: prompt.maxTokens,
  };
}

const disbeliefs: Readonly<Record<Disbelief['claim'], string>> = {
  form: 'The summary does not only say what was done to what.',
  word: 'The summary speaks of something that is not in the session.',
  deed: 'The summary says that something was done that no change shows.',
  value: 'The summary gives a value that does not belong to what it describes.',
  purpose: 'The summary gives a purpose that no ticket, rule or declaration states.',
};

/**
 * Turns the model's answer into a reading if it has the right shape, one plain sentence, only
 * evidence that the model was shown, and no claim that this evidence does not support.
 */
export function checkSession(
  answer: unknown,
  request: ModelRequest,
  facts: SessionFacts,
  redactor: Redactor,
  model: string,
): Result<Reading, string> {
  const parsed = SessionAnswer.safeParse(answer);
  if (!parsed.success) return fail('The answer does not have the form that was requested.');
  const { summary, purpose, confidence, evidence } = parsed.data;
  const sentence = summary.trim();
  if (
    sentence === '' ||
    sentence.length > longestSummary ||
    /[\p{Cc}\p{Cf}<>`]|:\/\//u.test(sentence)
  ) {
    return fail('The summary is not one plain sentence.');
  }
  if (!(confidence >= 0 && confidence <= 1)) return fail('The confidence is not between 0 and 1.');
  const shown = new Set([
    ...facts.changes.slice(0, maxChanges).map(({ id }) => id),
    ...facts.calls.slice(0, maxCalls).map(({ id }) => id),
  ]);
  if (evidence.length === 0 || evidence.some((id) => !shown.has(id))) {
    return fail('It names evidence that it was not shown.');
  }
  const believed = checkClaims(sentence, evidenceOf(facts, redactor));
  if (!believed.ok) return fail(disbeliefs[believed.error.claim]);
  return ok({
    summary: redactor.restore(sentence).replace(/\.$/, ''),
    purpose,
    confidence,
    evidence: [...new Set(evidence)].sort(),
    model,
    prompt: request.prompt,
  });
}

/** The evidence that the model was shown, in its redacted form. */
function evidenceOf({ changes, purpose, ticket }: SessionFacts, redactor: Redactor): Evidence {
  return {
    changes: changes.slice(0, maxChanges).map(({ address, attribute, before, after }) => ({
      address: redactor.text(address),
      attribute: redactor.text(attribute),
      ...(before === undefined ? {} : { before: redactor.value(before) }),
      ...(after === undefined ? {} : { after: redactor.value(after) }),
    })),
    ...(purpose === undefined ? {} : { purpose }),
    ...(ticket === undefined ? {} : { ticket }),
  };
}
