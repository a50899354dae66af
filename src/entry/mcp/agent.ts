import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { displayText } from '../../model/text.ts';

/** The caller of a tool: a party of the class `agent`. */
export interface Agent {
  /** Name of the token, or of the account in which the program runs. Only this is verified. */
  readonly token: string;
  /** The name that the client claims; empty where it claims none. A label, not an identity. */
  readonly client: string;
}

const longestClient = 60;

/** A single-line label without brackets, so that it cannot imitate the end of another text. */
export function clientName(info: unknown): string {
  const parsed = ClientInfo.safeParse(info);
  if (!parsed.success) return '';
  const { name, version = '' } = parsed.data;
  const label = displayText(`${name} ${version}`.trim(), longestClient);
  return label.replaceAll(/[()[\]{}<>"'`]/g, '_');
}

const ClientInfo = z.object({
  name: z.string().max(1000),
  version: z.string().max(1000).optional(),
});

/**
 * The name of an agent in answers and declarations: `agent:deploy-bot (client Some Editor 1.2)`.
 */
export function agentName({ token, client }: Agent): string {
  return client === '' ? `agent:${token}` : `agent:${token} (client ${client})`;
}

/**
 * The id contains the entire state of the session, so that any process can answer the next call.
 */
export function agentSession(client: string): string {
  return `${Buffer.from(client, 'utf8').toString('base64url')}.${randomUUID()}`;
}

/** The label in the id of a session, which a client may have made up as well. */
export function clientIn(session: string | undefined): string {
  const [label = ''] = (session ?? '').slice(0, 1000).split('.');
  return clientName({ name: Buffer.from(label, 'base64url').toString('utf8') });
}
