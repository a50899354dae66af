import { z } from 'zod';
import { convergeJobs } from '../../../app/converge/jobs.ts';
import { WrittenResource, wantedResource } from '../../../app/resource/file.ts';
import { type PushedResource, pushResource, removeResource } from '../../../app/resource/push.ts';
import { keepPushReceipt } from '../../../app/resource/receipt.ts';
import { filesToWrite } from '../../../app/resource/would-write.ts';
import { type ArtifactDigest, isArtifactDigest } from '../../../model/artifact.ts';
import { shiftTime } from '../../../model/instant.ts';
import { canonicalJson } from '../../../model/json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import { versionHeads } from '../../../stages/resource/catalogue.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint, type RawCall } from '../endpoint.ts';
import {
  idempotencyDigest,
  idempotencyHeader,
  keyLife,
  reusedKey,
  shortDigest,
} from '../http/idempotency.ts';
import { type ApiRefusal, jsonReply, notFound, refuseFor } from '../http/reply.ts';
import { resourceListEndpoints, resourceParams } from './resource-views.ts';

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'Use sha256: and 64 digits');
const digestField = z.string().meta({ description: '`sha256:` and 64 digits' });

export const PushedResourceView = z.object({
  tenant: z.string(),
  kind: z.string(),
  name: z.string(),
  change: z.enum(['created', 'updated', 'removed', 'unchanged']),
  digest: digestField,
  number: z.int(),
  parents: z.array(digestField).readonly().meta({ description: 'What it replaces' }),
  contested: z
    .array(digestField)
    .readonly()
    .meta({ description: 'Written at the same time by others' }),
  files: z
    .array(z.object({ path: z.string(), change: z.enum(['create', 'update', 'remove']) }))
    .readonly()
    .meta({ description: 'Files of the code that `parley sync` would write' }),
});

const DeclaredBody = WrittenResource.safeExtend({
  /** The version that must still be current; `none` where there must be none. */
  expect: z.union([z.literal('none'), digest]).optional(),
});

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'registers' | 'runtime'>;

/** Endpoints for declaring resources. */
export function resourceEndpoints(deps: Deps): readonly Endpoint[] {
  const declare = endpoint({
    method: 'post',
    path: '/api/v1/resources',
    name: 'declareResource',
    group: 'resources',
    summary: 'Declares a resource as a version that never changes',
    description:
      'The content of the current version makes no new one. With an `Idempotency-Key`, the same call within a day is one version.',
    access: { kind: 'token', scope: 'write' },
    query: z.strictObject({
      dry_run: z.literal('true').optional().meta({ description: 'Nothing is published' }),
    }),
    body: { size: 128 * 1024, types: ['application/json'], schema: DeclaredBody },
    headers: [idempotencyHeader],
    replies: {
      200: { description: 'What it would be, or the current version', schema: PushedResourceView },
      201: { description: 'It is published', schema: PushedResourceView },
    },
    refusals: [404, 409, 422, 503],
    async handle({ tenant, query, body: { expect, ...written }, caller, headers }) {
      if (deps.registers.resources === undefined) return notFound('registry');
      const desk = await deps.registers.resources(tenant);
      if (!desk.ok) return refusalOf(desk.error);
      const isTrial = query.dry_run !== undefined;
      const entry = await desk.value.catalogue.entry(written.name);
      if (!entry.ok) return refusalOf(entry.error);
      const parents = versionHeads(entry.value).map((head) => head.digest);
      const call = { tenant, body: { expect, ...written }, caller, headers, parents };
      const onto = isTrial ? ok(undefined) : await claimReplacedVersions(deps, call);
      if (!onto.ok) return onto.error;
      const known = parseExpected(expect);
      const terms = {
        ...known,
        isTrial,
        ...(onto.value === undefined ? {} : { onto: onto.value }),
      };
      const push = await pushResource(desk.value, wantedResource(tenant, written), terms);
      if (!push.ok) return refusalOf(push.error);
      const { pushed } = push.value;
      const isNew = !isTrial && pushed.change !== 'unchanged';
      if (!isTrial) {
        const place = { receipts: deps.registers.receipts, tenant, store: desk.value.store };
        const made = { ...push.value, by: `api:${caller?.name ?? ''}`, time: deps.runtime.now() };
        const kept = await keepPushReceipt(place, made);
        if (!kept.ok) return refuseFor(503, unsigned(pushed, kept.error));
      }
      if (isNew) await convergeAll(deps, tenant);
      const files = filesToWrite(desk.value.kinds, pushed);
      return jsonReply(isNew ? 201 : 200, { ...pushed, files });
    },
  });
  return [declare, removeEndpoint(deps), ...resourceListEndpoints(deps)];
}

function removeEndpoint(deps: Deps): Endpoint {
  return endpoint({
    method: 'delete',
    path: '/api/v1/resources/{resource}',
    name: 'removeResource',
    group: 'resources',
    summary: 'Declares that a resource is no longer wanted',
    description: 'That is a version as well: earlier ones are kept.',
    access: { kind: 'token', scope: 'write' },
    params: resourceParams,
    query: z.strictObject({
      expect: digest.optional().meta({ description: 'The version that must still be current' }),
      dry_run: z.literal('true').optional().meta({ description: 'Nothing is published' }),
    }),
    replies: { 200: { description: 'The result', schema: PushedResourceView } },
    refusals: [404, 409, 503],
    async handle({ tenant, params, query, caller }) {
      if (deps.registers.resources === undefined) return notFound('registry');
      const desk = await deps.registers.resources(tenant);
      if (!desk.ok) return refusalOf(desk.error);
      const isTrial = query.dry_run !== undefined;
      const terms = { isTrial, ...parseExpected(query.expect) };
      const push = await removeResource(desk.value.catalogue, params.resource, terms);
      if (!push.ok) {
        return push.error.code === 'no-resource' ? notFound('resource') : refusalOf(push.error);
      }
      const { pushed } = push.value;
      if (!isTrial) {
        const place = { receipts: deps.registers.receipts, tenant, store: desk.value.store };
        const made = { ...push.value, by: `api:${caller?.name ?? ''}`, time: deps.runtime.now() };
        const kept = await keepPushReceipt(place, made);
        if (!kept.ok) return refuseFor(503, unsigned(pushed, kept.error));
        await convergeAll(deps, tenant);
      }
      return jsonReply(200, { ...pushed, files: filesToWrite(desk.value.kinds, pushed) });
    },
  });
}

/** Requests that the repositories with the code of the tenant's resources converge. */
async function convergeAll(
  { settings, store, runtime: { now } }: Deps,
  tenant: string,
): Promise<void> {
  const own = settings.gitops.filter((one) => one.tenant === tenant);
  const jobs = convergeJobs(own, now());
  if (jobs.length > 0) await store.outbox.put(jobs);
}

function parseExpected(text: string | undefined): { readonly expect?: ArtifactDigest | 'none' } {
  if (text === undefined) return {};
  return text === 'none' || isArtifactDigest(text) ? { expect: text } : {};
}

interface Declaring extends Pick<RawCall, 'caller' | 'headers'> {
  readonly tenant: string;
  readonly body: z.infer<typeof DeclaredBody>;
  readonly parents: readonly ArtifactDigest[];
}

/**
 * With an idempotency key: the versions that the first call replaced, so that repeated calls make
 * one version.
 */
async function claimReplacedVersions(
  { store, runtime: { now } }: Deps,
  { tenant, body, caller, headers, parents }: Declaring,
): Promise<Result<readonly ArtifactDigest[] | undefined, ApiRefusal>> {
  const key = idempotencyDigest(headers, caller);
  if (!key.ok) return key;
  if (key.value === undefined) return ok(undefined);
  const claim = claimKeys.resourceCall(key.value);
  const value = {
    digest: shortDigest(canonicalJson(JSON.parse(JSON.stringify(body)))),
    parents: [...parents],
  };
  const until = shiftTime(now(), keyLife);
  await store.claims.take(tenant, claim, { value, until });
  const first = (await store.claims.get(tenant, claim))?.value ?? value;
  if (first.digest !== value.digest) return fail(reusedKey('resource that you declare'));
  return ok(first.parents.filter(isArtifactDigest));
}

/** The version exists already; repeating the call only makes the missing receipt. */
function unsigned({ name, digest }: PushedResource, { code, message }: Problem): Problem {
  return {
    code,
    message: `${name} was pushed as ${digest}, without a receipt: ${message}`,
    hint: 'Make the same call again: it makes the missing receipt, and no other version.',
  };
}

/**
 * Conflicts name the current version. A problem with the call is not reported as a failure of the
 * registry.
 */
function refusalOf(problem: Problem): ApiRefusal {
  if (['resource-conflict', 'resource-other-kind'].includes(problem.code)) {
    return refuseFor(409, problem);
  }
  if (problem.code.startsWith('resource-')) return refuseFor(422, problem);
  return refuseFor(503, problem);
}
