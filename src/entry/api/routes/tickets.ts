import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createMutex } from '../../../adapters/sync/mutex.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { TicketSource } from '../../../config/service/tickets.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { jsonReply, notFound, refuseCall } from '../http/reply.ts';
import { isLongSecret, shortestSecret } from '../http/tokens.ts';
import { distrust, replayWindow } from '../signature.ts';
import { tenantStacks } from '../stacks.ts';
import { declarationIn, TicketCall } from '../tickets/call.ts';
import { keepTicket } from '../tickets/keep.ts';
import { readTicket } from '../tickets/read.ts';

export const TicketView = z.object({ status: z.enum(['kept', 'unchanged']) });

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'callers' | 'runtime'>;
type Headers = Readonly<Record<string, string | undefined>>;

/** Endpoint for calls from ticket systems. */
export function ticketEndpoints(deps: Deps): readonly Endpoint[] {
  const { settings, store } = deps;
  const { now } = deps.runtime;
  // Calls run one after the other, since each is compared with what is known.
  const inTurn = createMutex();
  const find = (name: string | undefined) => {
    const source = settings.server.tickets.find((one) => one.name === name);
    const secret = source === undefined ? '' : (deps.callers.resolve(source.secret) ?? '');
    return source === undefined || secret.length < shortestSecret ? undefined : { source, secret };
  };
  const missing = notFound('source of tickets with a secret');
  const route = endpoint({
    method: 'post',
    path: '/api/v1/tickets/{source}',
    name: 'reportTicket',
    group: 'intents',
    summary: 'A change was approved, or is no longer',
    description: [
      'The call is signed: `x-parley-signature` is `sha256=` and the HMAC-SHA-256 of `TIMESTAMP.BODY`',
      'in hex, with the secret of the source. Jira signs the body alone (`x-hub-signature`), which has',
      'its own `timestamp`. The body has this form, or that of the ticket system of the source.',
    ].join(' '),
    access: { kind: 'proof', schemes: ['signature'] },
    params: z.strictObject({ source: z.string().min(1).max(63) }),
    headers: [
      { name: 'x-parley-timestamp', description: 'Seconds since 1970, at most five minutes off' },
      { name: 'x-parley-signature', description: '`sha256=` and 64 hex digits' },
    ],
    body: { size: 256 * 1024, types: 'any', schema: TicketCall, raw: true },
    replies: {
      200: { description: 'It changes nothing', schema: TicketView },
      202: { description: 'It takes effect with the next scan', schema: TicketView },
    },
    refusals: [401, 404],
    admit: ({ params }) => (find(params['source']) === undefined ? fail(missing) : ok('')),
    async handle({ params, headers, bytes }) {
      const found = find(params.source);
      if (found === undefined) return missing;
      const { source, secret } = found;
      const text = Buffer.from(bytes).toString('utf8');
      const body = parsedJson(text);
      const seconds = Math.floor(Date.parse(now()) / 1000);
      const signed = signedAt(source, secret, headers, text, body, seconds);
      if (!signed.ok) return refuseCall(401, 'signature', signed.error);
      const call = body === undefined ? fail('The body is not JSON.') : readTicket(source, body);
      if (!call.ok) return invalid(call.error);
      const stacks = stacksFor(deps, source);
      const { ticket, stack, state } = call.value;
      const origin = { via: source.name, ticket, signedAt: signed.value };
      if (state === 'cancelled') {
        return reply(await inTurn(() => keepTicket(store, stacks, origin)));
      }
      const meant = stack ?? (stacks.length === 1 ? stacks[0]?.name : undefined);
      if (meant === undefined) return invalid('stack: Say which stack it concerns');
      if (!stacks.some(({ name }) => name === meant))
        return invalid('stack: There is no such stack');
      const declaration = declarationIn(call.value);
      if (!declaration.ok) return invalid(declaration.error);
      const approved = { stack: meant, declaration: declaration.value };
      return reply(await inTurn(() => keepTicket(store, stacks, { ...origin, approved })));
    },
  });
  return [route];
}

function reply(status: 'kept' | 'unchanged') {
  return jsonReply(status === 'kept' ? 202 : 200, { status });
}

function invalid(message: string) {
  return refuseCall(400, 'call-invalid', 'The call does not match the documentation.', {
    errors: [{ place: 'body', message }],
  });
}

/** When the call was signed, ISO 8601 UTC; else a message why it cannot be trusted. */
function signedAt(
  { kind }: TicketSource,
  secret: string,
  headers: Headers,
  text: string,
  body: Json | undefined,
  now: number,
): Result<string, string> {
  const hub = headers['x-hub-signature'];
  if (kind === 'jira' && hub !== undefined) {
    const digest = createHmac('sha256', secret).update(text).digest('hex');
    if (!isLongSecret(hub, `sha256=${digest}`)) return fail('The signature is wrong.');
    const time = isJsonObject(body) ? body['timestamp'] : undefined;
    if (typeof time !== 'number' || !(Math.abs(now * 1000 - time) <= replayWindow * 1000)) {
      return fail('The call is too old, or the clocks differ.');
    }
    return ok(new Date(time).toISOString());
  }
  const timestamp = headers['x-parley-timestamp'];
  const why = distrust(
    secret,
    { timestamp, signature: headers['x-parley-signature'], body: text },
    now,
  );
  return why === undefined ? ok(new Date(Number(timestamp) * 1000).toISOString()) : fail(why);
}

/** The stacks of its tenant that the ticket source may refer to. */
function stacksFor({ settings }: Deps, { tenant, stacks }: TicketSource): readonly Stack[] {
  return tenantStacks(settings, tenant).filter(({ name }) => stacks?.includes(name) ?? true);
}
