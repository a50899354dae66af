import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { displayText } from '../../model/text.ts';

/** Who calls a tool: a party of the class `agent`. */
export interface Agent {
  /** Of the token, or whose account the program runs in: this alone is known. */
  readonly token: string;
  /** What the client calls itself; empty where it says nothing. A label, and never who it is. */
  readonly client: string;
}

const longestClient = 60;

/** A label of one line without brackets, so that it never looks like the end of another text. */
export function clientName(said: unknown): string {
  const parsed = Said.safeParse(said);
  if (!parsed.success) return '';
  const { name, version = '' } = parsed.data;
  const label = displayText(`${name} ${version}`.trim(), longestClient);
  return label.replaceAll(/[()[\]{}<>"'`]/g, '_');
}

const Said = z.object({ name: z.string().max(1000), version: z.string().max(1000).optional() });

/** How an agent is named in answers and declarations: `agent:deploy-bot (client Some Editor 1.2)`. */
export function agentName({ token, client }: Agent): string {
  return client === '' ? `agent:${token}` : `agent:${token} (client ${client})`;
}

/** The id of a session holds all there is to it, so that any process answers the next call. */
export function sessionOf(client: string): string {
  return `${Buffer.from(client, 'utf8').toString('base64url')}.${randomUUID()}`;
}

/** The label in the id of a session, which a client may have made up as well. */
export function clientIn(session: string | undefined): string {
  const [label = ''] = (session ?? '').slice(0, 1000).split('.');
  return clientName({ name: Buffer.from(label, 'base64url').toString('utf8') });
}
