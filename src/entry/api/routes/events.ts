import { z } from 'zod';
import { milliseconds } from '../../../config/duration.ts';
import type { PushSettings } from '../../../config/sources.ts';
import { hexDigest } from '../../../model/digest.ts';
import { day, shiftTime } from '../../../model/instant.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { CollectedRecord } from '../../../ports/store/collected.ts';
import type { OutboxJob } from '../../../ports/store/service-store.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { allowed, type Endpoint, endpoint } from '../endpoint.ts';
import { examine } from '../events/examine.ts';
import { checkPush, googlePushToken } from '../events/google-token.ts';
import { handshakeCode } from '../events/handshake.ts';
import { unpack } from '../events/unpack.ts';
import { flushOutboxSoon } from '../http/flush-outbox.ts';
import { type ApiRefusal, type Flaw, jsonReply, notFound, refuseCall } from '../http/reply.ts';
import { isLongSecret, shortestSecret } from '../http/tokens.ts';
import { countField } from '../schema/common.ts';
import { stackSourceNames, tenantStacks } from '../stacks.ts';

export const PushedView = z.union([
  z.object({
    added: countField.meta({ description: 'Records that are new' }),
    repeated: countField.meta({ description: 'Records that were known' }),
    ignored: countField.meta({ description: 'Records of calls that change nothing' }),
  }),
  z.object({ validationResponse: z.string() }),
]);

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'callers' | 'runtime'>;

/** Endpoints for records that clouds push. */
export function eventEndpoints(deps: Deps): readonly Endpoint[] {
  const pushed = deps.settings.sources.flatMap((source) =>
    source.kind === 'push' ? [source] : [],
  );
  const secrets = new Map(
    pushed.map(({ name, secret }) => [name, secret && deps.callers.resolve(secret)]),
  );
  const push = endpoint({
    method: 'post',
    path: '/api/v1/events/{source}',
    name: 'pushEvents',
    group: 'events',
    summary: 'Takes audit records of a source of the kind `push`',
    description: [
      'Takes what EventBridge, Event Grid and Pub/Sub send, files of CloudTrail, pages of the clouds’ APIs, and JSON lines.',
      'The answer is 2xx only once everything is stored.',
      'If a record is bad, the good ones are still kept, and the answer is 422 and names the bad ones by their index.',
      'A record that was sent before changes nothing.',
    ].join('\n'),
    access: { kind: 'proof', schemes: ['token', 'secret', 'google'], scope: 'events' },
    params: z.strictObject({ source: z.string().min(1).max(63) }),
    body: {
      size: 4 * 1024 * 1024,
      types: ['application/json', 'application/x-ndjson', 'application/cloudevents+json'],
      schema: z.unknown(),
      raw: true,
    },
    replies: {
      200: { description: 'The answer to the validation of Event Grid', schema: PushedView },
      202: { description: 'Everything is stored', schema: PushedView },
    },
    refusals: [404, 422, 503],
    async admit(call): Promise<Result<string, ApiRefusal>> {
      if (call.caller !== undefined) return allowed(call, 'events');
      const source = pushed.find(({ name }) => name === call.params['source']);
      const shown = call.headers['x-parley-secret'];
      if (shown === undefined) {
        const token = googlePushToken(call.headers['authorization']);
        if (token === undefined || source?.pubsub === undefined) return allowed(call, 'events');
        const checked = await checkPush(token, source.pubsub, deps.callers.verifyGoogleToken);
        return checked.ok ? ok(source.tenant) : checked;
      }
      const secret = (source && secrets.get(source.name)) ?? '';
      const isGenuine = isLongSecret(shown, secret) && secret.length >= shortestSecret;
      return source !== undefined && isGenuine ? ok(source.tenant) : fail(wrongSecret);
    },
    async handle({ tenant, params, headers, bytes }) {
      const source = pushed.find((one) => one.tenant === tenant && one.name === params.source);
      if (source === undefined) return notFound('source of the kind push');
      const code = source.cloud === 'azure' ? handshakeCode(headers, bytes) : undefined;
      if (code !== undefined) return jsonReply(200, { validationResponse: code });
      const sorted = sort(bytes, headers['content-type'] ?? '', source, deps.runtime.now());
      if (!sorted.ok) return sorted.error;
      const { records, ignored, bad, flaws } = sorted.value;
      const added = await keep(deps, source, records);
      if (bad > 0) return badRecords(bad, flaws, records.length);
      return jsonReply(202, { added, repeated: records.length - added, ignored });
    },
  });
  return [push];
}

interface Sorted {
  readonly records: readonly CollectedRecord[];
  readonly ignored: number;
  readonly bad: number;
  /** The first of the bad records. */
  readonly flaws: readonly Flaw[];
}

function sort(
  bytes: Uint8Array,
  type: string,
  { cloud, retention }: PushSettings,
  now: string,
): Result<Sorted, ApiRefusal> {
  const elements = unpack(bytes, type);
  if (!elements.ok) return elements;
  const oldest = shiftTime(now, -milliseconds(retention));
  const records = new Map<string, CollectedRecord>();
  const flaws: Flaw[] = [];
  let bad = 0;
  let ignored = 0;
  for (const [index, element] of elements.value.entries()) {
    const examined = element.kind === 'bad' ? [element] : examine(element.value, cloud, now);
    for (const one of examined) {
      if (one.kind === 'bad') {
        bad += 1;
        if (bad > maxFlaws) continue;
        flaws.push({ place: `records.${index}`, code: one.code, message: one.message });
      } else if (one.kind === 'ignored' || one.record.eventTime < oldest) ignored += 1;
      else records.set(one.record.id, one.record);
    }
  }
  return ok({ records: [...records.values()], ignored, bad, flaws });
}

/**
 * Stores the records and requests scans of the stacks that use them. Returns the number of new
 * records.
 */
async function keep(
  deps: Deps,
  source: PushSettings,
  records: readonly CollectedRecord[],
): Promise<number> {
  const { store } = deps;
  const { metrics } = deps.runtime;
  const { tenant, name, cloud } = source;
  if (records.length === 0) return 0;
  const at = deps.runtime.now();
  const added = await store
    .collected(tenant)
    .add({ source: name, cloud, stream: 'push', records, at });
  metrics.collected({ tenant, source: name }, added);
  // After a crash between storing records and putting jobs, the sender sends the same records
  // again.
  const claim = claimKeys.pushedEvents(name, digestOf(records));
  if (added === 0 && (await store.claims.get(tenant, claim)) !== undefined) return 0;
  await store.outbox.put(jobsOf(deps, source, at));
  if (added === 0) {
    const until = shiftTime(at, day);
    await store.claims.put(tenant, claim, { value: {}, until });
  }
  flushOutboxSoon(deps);
  return added;
}

function jobsOf({ settings }: Deps, source: PushSettings, until: string): readonly OutboxJob[] {
  const { tenant } = source;
  return tenantStacks(settings, tenant)
    .filter((stack) => stackSourceNames(settings, stack).includes(source.name))
    .map((stack) => ({
      queue: 'reconcile',
      job: { tenant, stack: stack.name, cause: 'events', until },
    }));
}

function digestOf(records: readonly CollectedRecord[]): string {
  const ids = records.map(({ id }) => id).sort();
  return hexDigest(JSON.stringify(ids)).slice(0, 32);
}

const wrongSecret = refuseCall(401, 'wrong-secret', 'The secret is not that of the source.');

/** Number of bad records that are named in a reply. */
const maxFlaws = 20;

function badRecords(bad: number, errors: readonly Flaw[], kept: number): ApiRefusal {
  const detail = `${bad} records are bad; ${kept} good ones are stored.`;
  return refuseCall(422, 'records-bad', 'Some records are not audit records.', {
    detail,
    errors,
  });
}
