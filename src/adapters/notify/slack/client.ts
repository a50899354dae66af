import { fail, ok, type Result } from '../../../model/result.ts';
import { type RetryTimer, type SendFailure, withSendRetries } from '../retry.ts';
import { type Posted, rateLimited, readPosted, readSlackResponse, refusal } from './answer.ts';
import type { SlackMessage } from './blocks/kit.ts';
import type { View } from './blocks/view.ts';
import { postJson } from './http.ts';

/**
 * Records which messages were posted, so that none is posted twice, no matter how many processes
 * post.
 */
export interface PostedMessages {
  readonly find: (key: string) => Promise<Posted | undefined>;
  /**
   * Reserves a key before anything is sent. `busy`: another process is posting. `lost`: the process
   * that reserved it never recorded the place of the message, so that there may be none.
   */
  readonly claim: (key: string) => Promise<'taken' | 'busy' | 'lost'>;
  /** Releases a key because nothing was posted. */
  readonly release: (key: string) => Promise<void>;
  readonly keep: (key: string, posted: Posted) => Promise<void>;
}

export interface SlackClientOptions {
  /** Bot token of the app; sent to Slack's API only. */
  readonly token: string;
  readonly posted: PostedMessages;
  readonly timer: RetryTimer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds for one call. */
  readonly timeout: number;
  /** Defaults to `https://slack.com/api`. */
  readonly api?: string;
  /** Called after each call. */
  readonly called?: (isDone: boolean) => void;
  /** Origins that answers to commands and buttons may be sent to; those of Slack by default. */
  readonly hooks?: readonly string[];
}

export interface SlackClient {
  /** Posts a message once for each key, however often it is called. */
  readonly post: (
    message: SlackMessage,
    to: { readonly channel: string; readonly thread?: string; readonly key: string },
  ) => Promise<Result<Posted, SendFailure>>;
  readonly update: (message: SlackMessage, at: Posted) => Promise<Result<Posted, SendFailure>>;
  /** Shows a form to the person who just pressed a button; Slack allows three seconds for it. */
  readonly openView: (view: View, trigger: string) => Promise<Result<undefined, SendFailure>>;
  /** Answers a command or a button at its response address. */
  readonly respond: (
    message: SlackMessage,
    to: { readonly url: string; readonly visible: 'user' | 'channel'; readonly replace?: boolean },
  ) => Promise<Result<undefined, SendFailure>>;
}

const slackApi = 'https://slack.com/api';
const slackHooks = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** Slack adds no links, names or previews of its own to a message. */
const asWritten = { parse: 'none', link_names: false, unfurl_links: false, unfurl_media: false };

/**
 * A client for the few methods that are needed (https://docs.slack.dev/reference/methods). A post
 * whose outcome is unknown is not repeated automatically: better late than twice.
 */
export function createSlackClient(options: SlackClientOptions): SlackClient {
  const { token, posted, timer, now, timeout, api = slackApi, hooks = slackHooks } = options;
  const called = options.called ?? (() => undefined);

  const send = async (method: string, body: string, repeatable: boolean) => {
    const url = `${api}/${method}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await postJson({ url, headers, body, timeout, repeatable });
    const read = answer.ok ? readSlackResponse(answer.value, repeatable, now()) : answer;
    called(read.ok);
    return read;
  };

  const call = (method: string, content: object, repeatable: boolean) =>
    withSendRetries<Posted>(async () => {
      const value = await send(method, JSON.stringify(content), repeatable);
      return value.ok ? readPosted(value.value) : value;
    }, timer);

  const postOnce: SlackClient['post'] = async (message, { channel, thread, key }) => {
    const before = await posted.find(key);
    if (before !== undefined) return ok(before);
    const claim = await posted.claim(key);
    if (claim !== 'taken') {
      const meanwhile = await posted.find(key);
      return meanwhile === undefined ? fail(claimFailures[claim]) : ok(meanwhile);
    }
    const content = {
      channel,
      ...message,
      ...asWritten,
      ...(thread === undefined ? {} : { thread_ts: thread }),
      metadata: { event_type: 'parley_message', event_payload: { key } },
    };
    const result = await call('chat.postMessage', content, false);
    if (result.ok) await posted.keep(key, result.value);
    else if (result.error.unknown !== true) await posted.release(key);
    return result;
  };

  const underWay = new Map<string, Promise<Result<Posted, SendFailure>>>();
  return {
    post: (message, to) => {
      const running = underWay.get(to.key);
      if (running !== undefined) return running;
      const sending = postOnce(message, to).finally(() => underWay.delete(to.key));
      underWay.set(to.key, sending);
      return sending;
    },
    update: (message, { channel, ts }) =>
      call('chat.update', { channel, ts, ...message, parse: 'none', link_names: false }, true),
    openView: async (view, trigger) => {
      const body = JSON.stringify({ trigger_id: trigger, view });
      const answer = await send('views.open', body, false);
      return answer.ok ? ok(undefined) : answer;
    },
    respond: async (message, { url, visible, replace = false }) => {
      if (!isHook(url, hooks)) return fail(refusal('has no such response address', false));
      const content = {
        ...message,
        response_type: visible === 'channel' ? 'in_channel' : 'ephemeral',
        replace_original: replace,
        unfurl_links: false,
      };
      return withSendRetries<undefined>(async () => {
        const repeatable = replace;
        const body = JSON.stringify(content);
        const answer = await postJson({ url, headers: {}, body, timeout, repeatable });
        called(answer.ok && answer.value.status < 300);
        if (!answer.ok) return answer;
        const { status } = answer.value;
        if (status === 429) return fail(rateLimited(answer.value, now()));
        if (status >= 200 && status < 300) return ok(undefined);
        return fail(refusal(`answered ${status}`, repeatable && status >= 500));
      }, timer);
    },
  };
}

const claimFailures: Readonly<Record<'busy' | 'lost', SendFailure>> = {
  busy: {
    code: 'slack-post-busy',
    message: 'Another process is posting this message.',
    passing: true,
  },
  lost: {
    code: 'slack-post-lost',
    message: 'A process ended while it posted this message.',
    hint: 'Look in the channel: it is not posted again, since it may be there.',
    passing: false,
    unknown: true,
  },
};

/** A response address comes in a request, so its host is not trusted. */
function isHook(url: string, hooks: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return username === '' && password === '' && hooks.includes(origin);
}
