import { posix } from 'node:path';
import { z } from 'zod';
import type { ResourceServices } from '../../../app/resource/open.ts';
import { pickVersion } from '../../../app/resource/pick.ts';
import { seenInStore } from '../../../app/resource/seen.ts';
import { type GitopsSettings, watchingStacks } from '../../../config/service/gitops.ts';
import { formatPath } from '../../../model/path.ts';
import type { ResourceVersion } from '../../../model/resource.ts';
import { lastSeenKeys } from '../../../ports/store/state/keys.ts';
import type { CatalogueEntry, NumberedVersion } from '../../../stages/resource/catalogue.ts';
import { fillKindTemplate } from '../../../stages/resource/code.ts';
import type { ResourceKind } from '../../../stages/resource/kind.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageFields, pageOver, pageSchema } from '../http/page.ts';
import { jsonReply, notFound, refuseFor } from '../http/reply.ts';

export const resourceParams = z.strictObject({
  resource: z.string().min(1).max(63).meta({ description: 'Name of the resource' }),
});

const digestField = z.string().meta({ description: '`sha256:` and 64 digits' });

const VersionView = z.object({
  number: z.int(),
  digest: digestField,
  parents: z.array(digestField).readonly(),
  removed: z.boolean(),
});

export const DeclaredResourceView = z.object({
  name: z.string(),
  kind: z.string(),
  current: VersionView.meta({ description: 'The current version' }),
  contested: z
    .array(VersionView)
    .readonly()
    .meta({ description: 'Written at the same time by others' }),
});

export const ResourceList = pageSchema(DeclaredResourceView);

const CodeView = z.object({
  gitops: z.string().meta({ description: 'Name of the repository in the settings' }),
  at: z.string().meta({ description: 'When it was compared' }),
  path: z.string().meta({ description: 'From the top of the repository' }),
  standing: z.enum(['current', 'proposed', 'declined', 'refused']),
  number: z.int().optional(),
  digest: digestField.optional(),
  commit: z.string().optional(),
  location: z.string().optional().meta({ description: 'Of the proposal' }),
  because: z.string().optional().meta({ description: 'Why it is not written' }),
});

const LiveView = z.object({
  stack: z.string(),
  at: z.string().meta({ description: 'Of the latest scan' }),
  drifts: z
    .array(
      z.object({
        id: z.string(),
        address: z.string(),
        field: z.string(),
        confirmedAt: z.string(),
        outcome: z.string().optional().meta({ description: 'The latest decision about it' }),
        standing: z.enum(['answered', 'in-code', 'proposed', 'decided', 'undecided']).meta({
          description: 'Where it is now: answered since the scan, in the code, or to be merged',
        }),
        location: z.string().optional().meta({ description: 'Of the proposal that has it' }),
      }),
    )
    .readonly()
    .meta({ description: 'Live values that differ from the code; empty if none do' }),
  owners: z
    .array(z.object({ name: z.string(), fields: z.int() }))
    .readonly()
    .meta({ description: 'Owners, with the number of their fields' }),
});

export const ResourceDetailView = DeclaredResourceView.extend({
  spec: z.record(z.string(), z.unknown()),
  artifact: z.string().meta({ description: 'Where the current version is' }),
  versions: z.array(VersionView).readonly().meta({ description: 'All, the oldest first' }),
  receipts: z.int().meta({ description: 'Attached to the current version' }),
  code: z.array(CodeView).readonly(),
  live: z.array(LiveView).readonly(),
});

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'registers' | 'runtime'>;

/** Endpoints for the resources that a tenant declared, with their current state. */
export function resourceListEndpoints(deps: Deps): readonly Endpoint[] {
  return [listEndpoint(deps), detailEndpoint(deps)];
}

function listEndpoint(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/resources',
    name: 'listResources',
    group: 'resources',
    summary: 'What is declared',
    query: z.strictObject({
      ...pageFields,
      all: z.literal('true').optional().meta({ description: 'Also what was removed' }),
    }),
    replies: { 200: { description: 'Sorted by name', schema: ResourceList } },
    refusals: [404, 503],
    async handle({ tenant, query: { all, ...query } }) {
      const desk = await deps.registers.resources?.(tenant);
      if (desk === undefined) return notFound('registry');
      if (!desk.ok) return refuseFor(503, desk.error);
      const { catalogue } = desk.value;
      const names = await catalogue.names();
      if (!names.ok) return refuseFor(503, names.error);
      let problem: Parameters<typeof refuseFor>[1] | undefined;
      // Reads only as many entries as fit on the page.
      const page = await pageOver(names.value, query, async (name) => {
        const entry = await catalogue.entry(name);
        if (!entry.ok) problem ??= entry.error;
        const found = entry.ok ? entry.value : undefined;
        const isShown = found !== undefined && (all === 'true' || !found.current.removed);
        return isShown ? [{ key: name, item: summaryOf(found) }] : [];
      });
      if (problem !== undefined) return refuseFor(503, problem);
      return page.ok ? jsonReply(200, page.value) : page.error;
    },
  });
}

function detailEndpoint(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/resources/{resource}',
    name: 'getResource',
    group: 'resources',
    summary:
      'A resource: its current version, its code, what is live, open drift, owners and receipts',
    params: resourceParams,
    query: z.strictObject({
      version: z
        .string()
        .max(80)
        .optional()
        .meta({ description: 'Whose `spec` is shown: a number, or the first digits of a digest' }),
    }),
    replies: { 200: { description: 'The resource', schema: ResourceDetailView } },
    refusals: [404, 503],
    async handle({ tenant, params, query }) {
      const desk = await deps.registers.resources?.(tenant);
      if (desk === undefined) return notFound('registry');
      if (!desk.ok) return refuseFor(503, desk.error);
      const picked = await pickVersion(desk.value.catalogue, params.resource, query.version);
      if (!picked.ok) {
        const isThere = !['no-resource', 'resource-name', 'resource-version'].includes(
          picked.error.code,
        );
        return isThere ? refuseFor(503, picked.error) : notFound('resource');
      }
      const { entry, version } = picked.value;
      const { current } = entry;
      const { store } = desk.value;
      const attached = await store.referrers(`${tenant}/${entry.name}`, current.digest);
      if (!attached.ok) return refuseFor(503, attached.error);
      return jsonReply(200, {
        ...summaryOf(entry),
        spec: version.spec,
        artifact: `${tenant}/${entry.name}@${current.digest}`,
        versions: entry.versions.map(versionOf),
        receipts: attached.value.length,
        code: await codeOf(deps, tenant, entry.name),
        live: await liveOf(deps, desk.value, version),
      });
    },
  });
}

function summaryOf({ name, current, contested }: CatalogueEntry) {
  const { kind } = current;
  return { name, kind, current: versionOf(current), contested: contested.map(versionOf) };
}

function versionOf({ number, digest, parents, removed }: NumberedVersion) {
  return { number, digest, parents, removed: removed === true };
}

async function codeOf({ settings, store }: Deps, tenant: string, resource: string) {
  const found: z.input<typeof CodeView>[] = [];
  for (const { name: gitops } of ownGitops(settings, tenant)) {
    const seen = (await store.lastSeen.get(tenant, lastSeenKeys.converged(gitops)))?.value;
    for (const { name, ...one } of seen?.resources ?? []) {
      if (seen !== undefined && name === resource) found.push({ gitops, at: seen.at, ...one });
    }
  }
  return found;
}

/** What runs recorded about the resource, from the stacks whose root contains its code. */
async function liveOf(
  { settings, store, runtime: { now } }: Deps,
  { kinds }: ResourceServices,
  version: ResourceVersion,
) {
  const kind = kinds.get(version.kind);
  const filled =
    kind?.template.language === 'terraform' && fillKindTemplate(kind.template, version);
  if (kind === undefined || !filled || !filled.ok || version.removed) return [];
  const found: z.input<typeof LiveView>[] = [];
  for (const { name: stack } of stacksWith(settings, version.tenant, kind)) {
    const project = store.project({ tenant: version.tenant, stack });
    const open = await store.proposals.list({ tenant: version.tenant, stack }, 'open');
    const seen = await seenInStore(project, filled.value, now(), open);
    if (seen === undefined) continue;
    const drifts = seen.drifts.map(({ id, address, path, lastConfirmed, verdicts, standing }) => {
      const last = verdicts.at(-1)?.outcome;
      const outcome = last === undefined ? {} : { outcome: last };
      const { kind } = standing;
      return {
        ...{ id, address, field: formatPath(path), confirmedAt: lastConfirmed.at, standing: kind },
        ...outcome,
        ...(kind === 'proposed' ? { location: standing.location } : {}),
      };
    });
    found.push({ stack, at: seen.at, drifts, owners: seen.owners });
  }
  return found;
}

function stacksWith(settings: Deps['settings'], tenant: string, { area }: ResourceKind) {
  const roots = ownGitops(settings, tenant).flatMap((code) =>
    watchingStacks(code, settings.stacks).filter(
      ({ root }) => root === posix.join(code.root, area),
    ),
  );
  return settings.stacks.filter((stack) => roots.includes(stack));
}

function ownGitops({ gitops }: Deps['settings'], tenant: string): readonly GitopsSettings[] {
  return gitops.filter((one) => one.tenant === tenant);
}
