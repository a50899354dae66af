import { z } from 'zod';
import { createMutex } from '../../../adapters/sync/mutex.ts';
import { contentId } from '../../../model/id.ts';
import { shiftTime } from '../../../model/instant.ts';
import type { JsonObject } from '../../../model/json.ts';
import { fail, ok } from '../../../model/result.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { allowed, type Endpoint, endpoint } from '../endpoint.ts';
import { jsonReply, notFound, refuseCall } from '../http/reply.ts';
import { shortestSecret } from '../http/tokens.ts';
import { IncidentCall, type IncidentEntry, readIncidentCall, withIncident } from '../incidents.ts';
import { distrust, replayWindow } from '../signature.ts';

export const IncidentView = z.object({ status: z.literal('kept') });

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'registers' | 'callers' | 'runtime'>;

/** Endpoint for incident tools. */
export function incidentEndpoints(deps: Deps): readonly Endpoint[] {
  const { settings } = deps;
  const { now } = deps.runtime;
  const reference = settings.server.webhook_secret;
  const secret = (reference === undefined ? undefined : deps.callers.resolve(reference)) ?? '';
  // Calls run one after the other, since each changes what the previous one left.
  const inTurn = createMutex();
  const route = endpoint({
    method: 'post',
    path: '/api/v1/incidents',
    name: 'reportIncident',
    group: 'incidents',
    summary: 'An incident began, or is over',
    description: [
      'The call has a token, or is signed: `x-parley-signature` is `sha256=` and the HMAC-SHA-256 of',
      '`TIMESTAMP.BODY` in hex, with `server.webhook_secret`.',
    ].join(' '),
    access: { kind: 'proof', schemes: ['token', 'signature'], scope: 'write' },
    headers: [
      { name: 'x-parley-timestamp', description: 'Seconds since 1970, at most five minutes off' },
      { name: 'x-parley-signature', description: '`sha256=` and 64 hex digits' },
    ],
    // Incident tools use all kinds of media types; the signature is what counts.
    body: { size: 64 * 1024, types: 'any', schema: IncidentCall, raw: true },
    replies: { 202: { description: 'It takes effect now', schema: IncidentView } },
    refusals: [401, 404],
    admit(call) {
      if (call.headers['authorization'] !== undefined) return allowed(call, 'write');
      return secret.length < shortestSecret ? fail(notFound('secret to sign with')) : ok('');
    },
    async handle({ headers, bytes, tenant }) {
      const body = Buffer.from(bytes).toString('utf8');
      if (tenant === '') {
        const signed = {
          timestamp: headers['x-parley-timestamp'],
          signature: headers['x-parley-signature'],
          body,
        };
        const why = distrust(secret, signed, Math.floor(Date.parse(now()) / 1000));
        if (why !== undefined) return refuseCall(401, 'signature', why);
      }
      const call = readIncidentCall(body);
      if (!call.ok) {
        return refuseCall(400, 'call-invalid', 'The call does not match the documentation.', {
          errors: [{ place: 'body', message: call.error }],
        });
      }
      const of = tenant === '' ? signedTenant(deps) : tenant;
      const signature = tenant === '' ? headers['x-parley-signature'] : undefined;
      await inTurn(() => keepOnce(deps, of, call.value, signature));
      return jsonReply(202, { status: 'kept' });
    },
  });
  return [route];
}

/** Signed calls name no tenant. They belong to the only one, or else to the default tenant. */
function signedTenant({ settings }: Deps): string {
  const tenants = new Set(settings.stacks.map(({ tenant }) => tenant));
  const [only] = tenants;
  return tenants.size === 1 && only !== undefined ? only : 'default';
}

/**
 * Handles a signed call only once. Otherwise a recorded call that is replayed within its time could
 * reopen an incident that was closed since. A sender that missed the answer gets the same answer
 * again.
 */
async function keepOnce(
  deps: Deps,
  tenant: string,
  call: IncidentCall,
  signature: string | undefined,
): Promise<void> {
  if (signature === undefined) return keep(deps, tenant, call);
  const { claims } = deps.store;
  const key = claimKeys.incidentCall(contentId('incident-call', signature));
  if ((await claims.get(tenant, key)) !== undefined) return;
  await keep(deps, tenant, call);
  // A sender's clock may be ahead by up to the window, which makes its call valid for twice as
  // long.
  const until = shiftTime(deps.runtime.now(), 2 * replayWindow * 1000);
  await claims.put(tenant, key, { value: {}, until });
}

async function keep(deps: Deps, tenant: string, call: IncidentCall): Promise<void> {
  const { store } = deps;
  const { keepIncident } = deps.registers;
  const { now } = deps.runtime;
  if (keepIncident !== undefined && tenant === signedTenant(deps)) return keepIncident(call);
  const documents = await store.incidents.list(tenant);
  const known = documents.map(({ body }) => body as unknown as IncidentEntry);
  const before = new Set(known);
  for (const entry of withIncident(known, call, now())) {
    if (before.has(entry)) continue;
    const body: JsonObject = JSON.parse(JSON.stringify(entry));
    const id = contentId('incident', [entry.id, entry.from]);
    await store.incidents.put(tenant, { id, time: now(), body });
  }
}
