import { sealAction } from '../../../adapters/notify/slack/action-value.ts';
import { whyReply } from '../../../adapters/notify/slack/blocks/thread.ts';
import { type FormAction, viewForm } from '../../../adapters/notify/slack/blocks/view.ts';
import { type Interaction, readInteraction } from '../../../adapters/notify/slack/interaction.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import { fail, type Problem, type Result } from '../../../model/result.ts';
import { problemResponse } from '../http/problem.ts';
import { refuseFor } from '../http/reply.ts';
import { acknowledge, notice, respondLater } from './answer.ts';
import type { SlackRoutesDeps } from './deps.ts';
import type { SlackCall } from './request.ts';
import { type Admitted, admitReview, recordReview, refreshLater } from './review.ts';

type Press = Extract<Interaction, { kind: 'review' }>;
type Form = Extract<Interaction, { kind: 'form' }>;

/** Handles buttons and forms. Changes are recorded before the answer. */
export async function onInteraction(deps: SlackRoutesDeps, call: SlackCall): Promise<Response> {
  const read = readOf(call);
  if (!read.ok) return problemResponse(refuseFor(400, read.error), call.id);
  const { app, interaction } = read.value;
  switch (interaction.kind) {
    case 'followed':
      return acknowledge();
    case 'review':
      return onPress(deps, app, interaction, call.id);
    case 'form':
      return onForm(deps, app, interaction);
  }
}

/** Finds the app whose key made the button, since several tenants may share one app in Slack. */
function readOf({
  apps,
  body,
}: SlackCall): Result<{ readonly app: SlackApp; readonly interaction: Interaction }, Problem> {
  let problem: Problem | undefined;
  for (const app of apps) {
    const read = readInteraction(body, app.actionKeys);
    if (read.ok) return { ok: true, value: { app, interaction: read.value } };
    problem = read.error;
  }
  return fail(
    problem ?? { code: 'slack-unreadable', message: 'Parley does not use this interaction.' },
  );
}

async function onPress(
  deps: SlackRoutesDeps,
  app: SlackApp,
  press: Press,
  id: string,
): Promise<Response> {
  const admitted = await admitReview(deps, app, press, press);
  if (!admitted.ok) {
    const { code, message, hint } = admitted.error;
    respondLater(deps, app, press.responseUrl, () => notice(message, hint));
    if (code === 'slack-outdated') refreshLater(deps, app, press.stack);
    return acknowledge();
  }
  const { action, trigger } = press;
  if (action === 'why') {
    sendReason(deps, app, press, admitted.value, id);
    return acknowledge();
  }
  if (isAsked(action) && trigger !== undefined) {
    showForm(deps, app, { ...press, action, trigger }, admitted.value);
    return acknowledge();
  }
  const recorded = await recordReview(deps, app, { ...press, action }, admitted.value, {});
  if (recorded.ok) refreshLater(deps, app, press.stack);
  respondLater(deps, app, press.responseUrl, () =>
    recorded.ok ? notice(recorded.value) : notice(recorded.error.message, recorded.error.hint),
  );
  return acknowledge();
}

function sendReason(
  { later, log }: SlackRoutesDeps,
  { client, tenant }: SlackApp,
  { channel, message: thread }: Press,
  { report, intent }: Admitted,
  id: string,
): void {
  later(async () => {
    const key = `why ${id}`;
    const sent = await client.post(whyReply(report, intent), { channel, thread, key });
    if (!sent.ok) {
      const { code, message } = sent.error;
      log.warn('message to slack failed', { tenant, channel, code, problem: message });
    }
  });
}

function showForm(
  { later, log }: SlackRoutesDeps,
  app: SlackApp,
  {
    action,
    stack,
    intent: id,
    digest,
    trigger,
  }: Press & {
    readonly action: FormAction;
    readonly trigger: string;
  },
  { intent }: Admitted,
): void {
  const [key = ''] = app.actionKeys;
  const view = viewForm(action, intent, sealAction(key, { action, stack, intent: id, digest }));
  later(async () => {
    const shown = await app.client.openView(view, trigger);
    if (shown.ok) return;
    const { code, message } = shown.error;
    log.warn('form in slack failed', { tenant: app.tenant, code, problem: message });
  });
}

async function onForm(deps: SlackRoutesDeps, app: SlackApp, form: Form): Promise<Response> {
  const { action, given, stack } = form;
  if (!isAsked(action)) return acknowledge();
  const field = lastField[action];
  if (given.min !== undefined && given.max !== undefined && given.min > given.max) {
    return flawed('max', 'The maximum is below the minimum.');
  }
  const admitted = await admitReview(deps, app, form, form);
  const recorded = admitted.ok
    ? await recordReview(deps, app, { ...form, action }, admitted.value, given)
    : admitted;
  if (!recorded.ok) return flawed(field, recorded.error.message);
  refreshLater(deps, app, stack);
  return acknowledge();
}

/** The form field under which a problem is shown. */
const lastField: Readonly<Record<FormAction, string>> = {
  delegate: 'max',
  hold: 'hours',
  dismiss: 'reason',
};

function isAsked(action: string): action is FormAction {
  return Object.hasOwn(lastField, action);
}

/** A response that makes Slack show the message below the field and leave the form open. */
function flawed(field: string, message: string): Response {
  return Response.json({ response_action: 'errors', errors: { [field]: message } });
}
