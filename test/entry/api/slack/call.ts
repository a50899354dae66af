import { sealAction } from '../../../../src/adapters/notify/slack/action-value.ts';
import type { Log, LogFields } from '../../../../src/adapters/telemetry/log.ts';
import { type AnswerDeps, answerIntent, mayAnswer } from '../../../../src/app/answer/answer.ts';
import { createAnswerPermit } from '../../../../src/app/answer/permit.ts';
import { createBackground } from '../../../../src/app/notify/background.ts';
import { answerNotices } from '../../../../src/app/notify/notices.ts';
import type { SlackRoutesDeps } from '../../../../src/entry/api/slack/deps.ts';
import { createSlackRoutes } from '../../../../src/entry/api/slack/routes.ts';
import { silentLog } from '../../../adapters/telemetry/silent-log.ts';
import { actionKey, channel, signingSecret, type World } from '../../../app/notify/world.ts';
import { signAsSlack } from '../signing.ts';

/** The Slack routes of a world, and the requests that Slack would send to them. */
export interface Slack {
  /** Sends a slash command, and returns the immediate response. */
  readonly command: (text: string, more?: CommandForm) => Promise<Answered>;
  /** Presses the button for this action and digest, or sends another payload. */
  readonly press: (action: Action, digest: string, more?: PressForm) => Promise<Answered>;
  readonly submit: (
    callback: string,
    metadata: string,
    values: object,
    user?: string,
  ) => Promise<Answered>;
  /** Sends a signed request. */
  readonly send: (path: string, body: string, headers?: Signing) => Promise<Answered>;
  /** Resolves when no background work is left. */
  readonly idle: () => Promise<void>;
  /** Everything that was logged, as one string. */
  readonly logged: () => string;
  readonly flushes: () => number;
}

type Action = Parameters<typeof sealAction>[1]['action'];

interface CommandForm {
  readonly team?: string;
  readonly user?: string;
}

interface PressForm extends CommandForm {
  readonly trigger?: string;
  readonly ts?: string;
  readonly value?: string;
  readonly action_id?: string;
}

export interface Signing {
  readonly secret?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
  readonly signature?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export function openSlack(world: World, more: Partial<SlackRoutesDeps> = {}): Slack {
  const lines: string[] = [];
  let flushes = 0;
  const { later, idle } = createBackground((error) => lines.push(`thrown ${error}`));
  const { store, now } = world;
  const follow: AnswerDeps['follow'] = (key, given) => answerNotices([world.stack], key, given);
  const { tenant, permissions } = world.app();
  const permit = createAnswerPermit({
    slack: [{ tenant, permissions }],
    people: [],
    approversOf: async () => [],
  });
  const answering: AnswerDeps = { store, now, follow, permit };
  const routes = createSlackRoutes({
    store,
    now,
    apps: [world.app()],
    stacks: [world.stack],
    channels: world.channels,
    answer: (key, ask) => answerIntent(answering, key, ask),
    mayAnswer: (key, ask) => mayAnswer(answering, key, ask),
    onEvent: (failure) => lines.push(`untold ${JSON.stringify(failure)}`),
    nextScan: async () => '2026-03-14T05:00:00.000Z',
    flushOutbox: async () => {
      flushes += 1;
    },
    later,
    log: linesLog(lines),
    ...more,
  });

  let sent = 0;
  const send: Slack['send'] = async (path, body, signing = {}) => {
    // The signature covers whole seconds; each request gets its own, so no two are the same.
    sent += signing.timestamp === undefined ? 1 : 0;
    const {
      secret = signingSecret,
      timestamp = Math.floor(Date.parse(world.now()) / 1000) - sent,
    } = signing;
    const response = await routes.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': String(timestamp),
        'x-slack-signature': signing.signature ?? signAsSlack(secret, String(timestamp), body),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const interaction = (payload: object) =>
    send('/interactions', new URLSearchParams({ payload: JSON.stringify(payload) }).toString());

  return {
    send,
    idle,
    logged: () => lines.join('\n'),
    flushes: () => flushes,
    command: (text, form = {}) => send('/commands', commandBody(world, text, form)),
    press: (action, digest, { team = 'T0123', user = 'U0BOB', trigger, ts, ...button } = {}) =>
      interaction({
        type: 'block_actions',
        team: { id: team },
        user: { id: user },
        channel: { id: channel },
        container: { message_ts: ts ?? '1773457200.000100' },
        response_url: `${world.workspace.url}/hook/button`,
        ...(trigger === undefined ? {} : { trigger_id: trigger }),
        actions: [
          {
            type: 'button',
            action_id: `parley.${action}`,
            value: sealAction(actionKey, {
              action,
              stack: 'prod',
              intent: 'i-0123456789ab',
              digest,
            }),
            ...button,
          },
        ],
      }),
    submit: (callback, metadata, values, user = 'U0BOB') =>
      interaction({
        type: 'view_submission',
        team: { id: 'T0123' },
        user: { id: user },
        view: { callback_id: callback, private_metadata: metadata, state: { values } },
      }),
  };
}

export function commandBody(
  world: World,
  text: string,
  { team = 'T0123', user = 'U0BOB' }: CommandForm = {},
): string {
  return new URLSearchParams({
    team_id: team,
    channel_id: channel,
    user_id: user,
    response_url: `${world.workspace.url}/hook/command`,
    command: '/parley',
    text,
  }).toString();
}

function linesLog(lines: string[]): Log {
  const say = (message: string, fields?: LogFields) => {
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const log: Log = { ...silentLog, debug: say, info: say, warn: say, error: say, with: () => log };
  return log;
}
