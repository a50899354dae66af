import { z } from 'zod';
import { giteaHook } from '../../../adapters/forge/gitea/webhook.ts';
import { githubHook } from '../../../adapters/forge/github/webhook.ts';
import { gitlabHook } from '../../../adapters/forge/gitlab/webhook.ts';
import {
  type ForgeDelivery,
  type Hook,
  receive,
} from '../../../adapters/forge/webhook/delivery.ts';
import type { RemoteForge } from '../../../config/service/forges.ts';
import { hexDigest } from '../../../model/digest.ts';
import { fail, ok } from '../../../model/result.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { flushOutboxSoon } from '../http/flush-outbox.ts';
import { jsonReply, notFound, refuseFor } from '../http/reply.ts';
import { shortestSecret } from '../http/tokens.ts';

export const DeliveryView = z.object({
  delivery: z.string(),
  state: z.enum(['kept', 'repeated', 'unused']),
});

const hooks: Readonly<Record<RemoteForge['kind'], Hook>> = {
  github: githubHook,
  gitlab: gitlabHook,
  gitea: giteaHook,
};

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'callers' | 'runtime'>;

interface HookedForge {
  readonly name: string;
  readonly tenant: string;
  readonly hook: Hook;
  readonly secret: string;
}

/** Endpoint for webhooks from forges. */
export function webhookEndpoints(deps: Deps): readonly Endpoint[] {
  const forges = hookedForges(deps);
  const received = endpoint({
    method: 'post',
    path: '/api/v1/forges/{forge}/webhooks',
    name: 'receiveWebhook',
    group: 'events',
    summary: 'Takes webhooks of GitHub, GitLab and Gitea',
    description:
      'They are signed with the `webhook_secret` of the forge. A repeated delivery changes nothing.',
    access: { kind: 'proof', schemes: ['forge'] },
    params: z.strictObject({ forge: z.string().min(1).max(63) }),
    body: { size: 2 * 1024 * 1024, types: ['application/json'], schema: z.unknown(), raw: true },
    replies: {
      200: { description: 'It is a repeat, or has nothing that is used', schema: DeliveryView },
      202: { description: 'It is stored, and handled soon', schema: DeliveryView },
    },
    refusals: [404],
    admit: ({ params }) =>
      forges.some(({ name }) => name === params['forge'])
        ? ok('')
        : fail(notFound('forge with a webhook_secret')),
    async handle({ params, headers, bytes }) {
      const named = forges.filter(({ name }) => name === params.forge);
      const delivery = { headers, body: bytes };
      // Tenants may give their forges the same name, so the secret determines the right one.
      const forge = named.find(({ hook, secret }) => hook.isGenuine(delivery, secret)) ?? named[0];
      if (forge === undefined) return notFound('forge with a webhook_secret');
      const result = receive(forge.hook, delivery, forge.secret);
      if (!result.ok) {
        return refuseFor(result.error.code === 'webhook-signature' ? 401 : 400, result.error);
      }
      const { event, replayKeys } = result.value;
      const id = deliveryId(forge.hook, delivery);
      if (event.kind === 'other') return jsonReply(200, { delivery: id, state: 'unused' });
      const { tenant, name } = forge;
      const job = { tenant, forge: name, delivery: id };
      const kept = await deps.store.deliveries.keep(
        { tenant, forge: name, id, receivedAt: deps.runtime.now(), event },
        replayKeys,
        [{ queue: 'feedback', job }],
      );
      if (!kept) return jsonReply(200, { delivery: id, state: 'repeated' });
      flushOutboxSoon(deps);
      return jsonReply(202, { delivery: id, state: 'kept' });
    },
  });
  return [received];
}

/** Webhooks are accepted only from forges with a secret that is long enough. */
function hookedForges({
  settings,
  callers: { resolve },
  runtime: { log },
}: Deps): readonly HookedForge[] {
  return settings.forges.flatMap((forge) => {
    if (forge.kind === 'local' || forge.webhook_secret === undefined) return [];
    const { name, tenant, kind, webhook_secret } = forge;
    const secret = resolve(webhook_secret) ?? '';
    if (secret.length >= shortestSecret) return [{ name, tenant, hook: hooks[kind], secret }];
    log.warn('secret of webhooks is not set, or is too short', { forge: name, tenant });
    return [];
  });
}

/** The forge's id for the delivery, where it can serve as the name of a job. */
function deliveryId({ idHeader }: Hook, { headers, body }: ForgeDelivery): string {
  const id = headers[idHeader];
  if (id !== undefined && /^[\w-]{1,100}$/.test(id)) return id;
  return hexDigest(body).slice(0, 32);
}
