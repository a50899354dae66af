import { z } from 'zod';
import { SlackPermissions } from './slack-permissions.ts';
import { name, secret, settingText, tenant, url } from './text.ts';

const SlackChannel = z.strictObject({
  name,
  tenant,
  kind: z.literal('slack'),
  channel: settingText(/^[CG][A-Z0-9]{2,20}$/, 'Use the id of a channel, like C0123ABCD'),
});

const WebhookChannel = z.strictObject({
  name,
  tenant,
  kind: z.literal('webhook'),
  url,
  secret,
  /** Allows it to lead to private networks. */
  private: z.boolean().default(false),
  /** Allows it to lead to this machine. */
  loopback: z.boolean().default(false),
});

/** Who is notified of findings. */
const Channel = z.discriminatedUnion(
  'kind',
  [SlackChannel, WebhookChannel],
  'Use one of slack, webhook',
);

export type ChannelSettings = z.output<typeof Channel>;

/** `notifications` in `parley.yaml`. */
export const Channels = z.array(Channel).max(100);

/** The Slack app of a tenant. */
export const Slack = z.strictObject({
  tenant,
  token: secret,
  /** The newest first. */
  signing_secrets: z.array(secret).nonempty(),
  /** The newest first. */
  action_keys: z.array(secret).nonempty(),
  /** Address of Slack's API, for trying things out. */
  api: url.optional(),
  permissions: SlackPermissions,
});

export type SlackSettings = z.output<typeof Slack>;
