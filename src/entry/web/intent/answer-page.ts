import { html } from 'hono/html';
import { z } from 'zod';
import type { Candidate } from '../../../model/patch.ts';
import { displayText } from '../../../model/text.ts';
import { type AnswerAction, answerActions } from '../../../ports/store/answer.ts';
import type { ShownIntent } from '../../../ports/store/shown.ts';
import { type PageHtml, proofField } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { answerEffects } from './actions.ts';
import { changesPart } from './verdicts.ts';

const number = z
  .string()
  .max(30)
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : Number(text)))
  .refine((value) => value === undefined || Number.isFinite(value));

/** The fields of the answer form. */
export const SentAnswer = z.object({
  action: z.enum(answerActions),
  digest: z.string().max(100),
  note: z.string().max(500).default(''),
  days: z.coerce.number().int().min(1).max(30).optional(),
  min: number,
  max: number,
  /**
   * The place to edit: the description that was shown under its number, so that it cannot mean
   * another place later.
   */
  place: z.string().max(4000).optional(),
});

export const AskedAction = z.enum(answerActions);

export interface AskedAnswer {
  readonly action: AnswerAction;
  readonly proof: string;
  /** Digest of the drifts that are shown. */
  readonly digest: string;
  readonly place?: Candidate | undefined;
  readonly problem?: string;
}

/** The page that explains what an answer will do, and asks for what it needs. */
export function renderAnswerPage(
  { stack, intent, summary, detail }: ShownIntent,
  { action, proof, digest, place, problem }: AskedAnswer,
): PageHtml {
  const { name, effect } = answerEffects[action];
  const path = intentPath(stack, intent);
  return html`<h1>${name}: ${displayText(summary, 300)}</h1>
${problem === undefined ? '' : html`<p class="note" role="alert">${problem}</p>`}
<section class="panel"><p>${effect}</p>
${place === undefined ? '' : html`<p>It is written at <code>${displayText(place.file, 200)}:${place.line}</code> (${displayText(place.kind, 60)}: ${displayText(place.description, 200)}), in place of where it would be. If that place does not do, there is no patch and the page says why.</p>`}
<p class="faint">It is kept with your name, and can be withdrawn.</p>
<form class="stack" method="post" action="${path}/answer">
${proofField(proof)}
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="digest" value="${digest}">
${place === undefined ? '' : html`<input type="hidden" name="place" value="${placeText(place)}">`}
${action === 'hold' ? html`<label>Days, up to 30 <input name="days" type="number" min="1" max="30" value="3" required></label>` : ''}
${action === 'delegate' ? html`<div class="pair"><label>At least <input name="min" inputmode="decimal"></label><label>At most <input name="max" inputmode="decimal"></label></div>` : ''}
<label>Why${action === 'dismiss' ? '' : ' (may be left out)'} <textarea name="note" rows="3" maxlength="500"${action === 'dismiss' ? ' required' : ''}></textarea></label>
<p class="actions"><button class="primary">${name}</button> <a href="${path}">Back, and do nothing</a></p>
</form></section>
${changesPart(stack, detail.drifts, detail.decisions)}`;
}

/** Identifies a place. */
export function placeText({ drift, path, kind, file, line, description }: Candidate): string {
  return JSON.stringify([drift ?? null, path ?? null, kind, file, line, description]);
}
