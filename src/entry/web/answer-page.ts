import { html } from 'hono/html';
import { z } from 'zod';
import { displayText } from '../../model/text.ts';
import { type AnswerAction, answerActions } from '../../ports/store/answer.ts';
import { summaryOf } from '../../stages/intent/summary.ts';
import { answerEffects } from './actions.ts';
import { intentPath } from './inbox.ts';
import { type PageHtml, proofField } from './layout.ts';
import type { ListedItem } from './read.ts';

const number = z
  .string()
  .max(30)
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : Number(text)))
  .refine((value) => value === undefined || Number.isFinite(value));

/** What the form of an answer sends. */
export const SentAnswer = z.object({
  action: z.enum(answerActions),
  digest: z.string().max(100),
  note: z.string().max(500).default(''),
  days: z.coerce.number().int().min(1).max(30).optional(),
  min: number,
  max: number,
});

export const AskedAction = z.enum(answerActions);

/** Says what an answer will do, and asks for what it needs. `digest` is of the drifts that are shown. */
export function renderAnswerPage(
  { stack, intent, drifts }: ListedItem,
  action: AnswerAction,
  {
    proof,
    digest,
    problem,
  }: { readonly proof: string; readonly digest: string; readonly problem?: string },
): PageHtml {
  const { name, effect } = answerEffects[action];
  const path = intentPath(stack, intent.id);
  return html`<h1>${name}: ${displayText(
    summaryOf(
      intent,
      drifts.map(({ id }) => id),
    ),
    300,
  )}</h1>
${problem === undefined ? '' : html`<p class="note" role="alert">${problem}</p>`}
<p>${effect}</p>
<p class="faint">It is kept with your name, and can be taken back.</p>
<form class="stack" method="post" action="${path}/answer">
${proofField(proof)}
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="digest" value="${digest}">
${action === 'hold' ? html`<label>Days, up to 30 <input name="days" type="number" min="1" max="30" value="3" required></label>` : ''}
${action === 'delegate' ? html`<label>At least <input name="min" inputmode="decimal"></label><label>At most <input name="max" inputmode="decimal"></label>` : ''}
<label>Why${action === 'dismiss' ? '' : ' (may be left out)'} <textarea name="note" rows="3" maxlength="500"${action === 'dismiss' ? ' required' : ''}></textarea></label>
<p class="actions"><button>${name}</button> <a href="${path}">Back, and do nothing</a></p>
</form>`;
}
