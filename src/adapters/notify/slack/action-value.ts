import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { intentIdTerm, stackNameTerm } from '../../../config/service/slack-terms.ts';
import type { Decision } from '../../../model/decision.ts';
import { hexDigest } from '../../../model/digest.ts';
import { canonicalJson } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { reviewActions } from '../../../model/review.ts';
import { equalInConstantTime } from '../equal.ts';

const ActionTarget = z.strictObject({
  action: z.enum(reviewActions),
  stack: stackNameTerm,
  intent: intentIdTerm,
  /** Digest of what was shown next to the button: see {@link offerDigest}. */
  digest: z.string().regex(/^[0-9a-f]{32}$/),
});

/** What a button does, and to which intent. */
export type ActionTarget = z.output<typeof ActionTarget>;

const version = 'p1';
/** Slack's limit for the value of a button. */
const longestValue = 2000;

/**
 * The digest of an intent's drifts and of the decisions about them. A button with another digest
 * was made for a state that no longer holds.
 */
export function offerDigest(decisions: readonly Decision[]): string {
  const offered = decisions
    .map(({ drift, verdict }) =>
      canonicalJson([drift, verdict.outcome, verdict.value ?? null, { ...verdict.bounds }]),
    )
    .sort();
  return hexDigest(canonicalJson(offered)).slice(0, 32);
}

/**
 * The value of a button: its action, and a code that only holders of the key can make. It is valid
 * for this action on this intent and nothing else.
 */
export function sealAction(key: string, { action, stack, intent, digest }: ActionTarget): string {
  const content = canonicalJson({ action, stack, intent, digest });
  const payload = Buffer.from(content).toString('base64url');
  return `${version}.${payload}.${codeOf(key, payload)}`;
}

/**
 * The target in a value that one of the keys made. The first key is in use, the others were used
 * before.
 */
export function openAction(keys: readonly string[], value: string): Result<ActionTarget, Problem> {
  const [form, payload, code, ...rest] = value.length > longestValue ? [] : value.split('.');
  if (form !== version || payload === undefined || code === undefined || rest.length > 0) {
    return fail(forged);
  }
  const fits = keys
    .filter((key) => key !== '')
    .map((key) => equalInConstantTime(code, codeOf(key, payload)));
  if (!fits.includes(true)) return fail(forged);
  const content = Buffer.from(payload, 'base64url').toString('utf8');
  const parsed = ActionTarget.safeParse(parsedJson(content));
  return parsed.success ? ok(parsed.data) : fail(forged);
}

const forged: Problem = {
  code: 'slack-forged-action',
  message: 'The button was not made by this service.',
  hint: 'Ask for a new message with `/parley status`.',
};

function codeOf(key: string, payload: string): string {
  const text = `parley-action.${version}.${payload}`;
  return createHmac('sha256', key).update(text).digest('base64url');
}
