import type { SlackMessage } from '../../../adapters/notify/slack/blocks/kit.ts';
import { noticeMessage } from '../../../adapters/notify/slack/blocks/thread.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import type { SlackRoutesDeps } from './deps.ts';

/** The reply to a command, visible only to the person who sent it. */
export function answerWith(message: SlackMessage): Response {
  return Response.json({ response_type: 'ephemeral', ...message });
}

/** A message to the person who asked. */
export function notice(...sentences: readonly (string | undefined)[]): SlackMessage {
  return noticeMessage(sentences.filter((each) => each !== undefined && each !== '').join(' '));
}

/** Acknowledges a request without a message. */
export function acknowledge(): Response {
  return new Response(null, { status: 200 });
}

/** Replies at the response address, after the request was answered. */
export function respondLater(
  { later, log }: Pick<SlackRoutesDeps, 'later' | 'log'>,
  { client, tenant }: SlackApp,
  url: string,
  createMessage: () => Promise<SlackMessage> | SlackMessage,
): void {
  later(async () => {
    const sent = await client.respond(await createMessage(), { url, visible: 'user' });
    if (sent.ok) return;
    const { code, message } = sent.error;
    log.warn('answer to slack was not taken', { tenant, code, problem: message });
  });
}
