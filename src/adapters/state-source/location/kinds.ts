import { fail, ok, type Result } from '../../../model/result.ts';
import type { AzureEnvironment, StateLocation } from '../types.ts';
import { blobName, gcsObject, s3Key } from '../workspace.ts';
import { badLocation, type StateLocationParts } from './split.ts';

type Parsed = Result<StateLocation>;

/** `s3://BUCKET/KEY` */
export function parseS3(
  { host: bucket, path: key, query }: StateLocationParts,
  workspace: string,
): Parsed {
  const parameters = [
    'endpoint',
    'external_id',
    'profile',
    'region',
    'role_arn',
    'sts_endpoint',
    'workspace',
    'workspace_key_prefix',
  ];
  const odd = oddParameter(query, parameters);
  if (odd !== undefined) return odd;
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  if (!isS3Place(bucket, get('region')) || key === '') {
    return fail(badLocation('needs the form s3://BUCKET/KEY'));
  }
  return ok({
    kind: 's3',
    bucket,
    key: s3Key(key, workspace, get('workspace_key_prefix')),
    ...s3Access({
      region: get('region'),
      profile: get('profile'),
      roleArn: get('role_arn'),
      externalId: get('external_id'),
      endpoint: get('endpoint'),
      stsEndpoint: get('sts_endpoint'),
    }),
  });
}

/** True if a bucket and a region can have these names, which become part of a host. */
export function isS3Place(bucket: string, region: string | undefined): boolean {
  const isBucket = /^[A-Za-z0-9._-]{3,255}$/.test(bucket);
  return isBucket && (region === undefined || /^[a-z0-9-]{2,40}$/.test(region));
}

export interface S3Access {
  readonly region: string | undefined;
  readonly profile: string | undefined;
  readonly roleArn: string | undefined;
  readonly externalId: string | undefined;
  readonly endpoint: string | undefined;
  readonly stsEndpoint: string | undefined;
}

/** The members of a location that determine who reads a bucket, and where it is. */
export function s3Access(given: S3Access) {
  const { region, profile, roleArn: arn, externalId, endpoint, stsEndpoint } = given;
  return {
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
    ...(arn === undefined
      ? {}
      : { role: { arn, ...(externalId === undefined ? {} : { externalId }) } }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(stsEndpoint === undefined ? {} : { stsEndpoint }),
  };
}

/** `gs://BUCKET/PREFIX` */
export function parseGcs(
  { host: bucket, path, query }: StateLocationParts,
  workspace: string,
): Parsed {
  const odd = oddParameter(query, ['endpoint', 'workspace']);
  if (odd !== undefined) return odd;
  if (!/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(bucket)) {
    return fail(badLocation('needs the form gs://BUCKET/PREFIX'));
  }
  const endpoint = query.get('endpoint') ?? undefined;
  const object = gcsObject(path.replace(/^\/+/, ''), workspace);
  return ok({ kind: 'gcs', bucket, object, ...(endpoint === undefined ? {} : { endpoint }) });
}

const accountForm = /^[a-z0-9]{3,24}$/;
const containerForm = /^(?:\$root|[a-z0-9](?:-?[a-z0-9]){2,62})$/;

/** True if a storage account and a container can have these names, which become part of a host. */
export function isBlobContainer(account: string, container: string): boolean {
  return accountForm.test(account) && containerForm.test(container);
}

/** `azblob://ACCOUNT/CONTAINER/KEY` */
export function parseBlob(
  { host: account, path, query }: StateLocationParts,
  workspace: string,
): Parsed {
  const odd = oddParameter(query, ['endpoint', 'environment', 'workspace']);
  if (odd !== undefined) return odd;
  const [, container = '', key = ''] = /^([^/]*)\/(.+)$/.exec(path) ?? [];
  const environment = azureEnvironment(query.get('environment') ?? undefined);
  if (!isBlobContainer(account, container) || key === '') {
    return fail(badLocation('needs the form azblob://ACCOUNT/CONTAINER/KEY'));
  }
  if (environment === undefined) {
    return fail(badLocation('names an environment other than public, usgovernment and china'));
  }
  const endpoint = query.get('endpoint') ?? undefined;
  const blob = blobName(key, workspace);
  const place = { account, container, blob, environment };
  return ok({ kind: 'azure-blob', ...place, ...(endpoint === undefined ? {} : { endpoint }) });
}

/** The environment with this name; the public one if none is given. */
export function azureEnvironment(name: string | undefined): AzureEnvironment | undefined {
  const known = new Map<string, AzureEnvironment>([
    ['public', 'public'],
    ['usgovernment', 'usgovernment'],
    ['china', 'china'],
  ]);
  return known.get((name ?? 'public').toLowerCase());
}

/** Any address over HTTP, including its query, which is meant for the server. */
export function parseHttp({ text }: StateLocationParts): Parsed {
  return URL.canParse(text)
    ? ok({ kind: 'http', url: text })
    : fail(badLocation('is not a valid address'));
}

/** `tfc://HOST/ORGANIZATION/WORKSPACE` */
export function parseHcp({ host, path, query }: StateLocationParts): Parsed {
  const odd = oddParameter(query, []);
  if (odd !== undefined) return odd;
  const [organization = '', workspace = '', ...more] = path.replace(/\/$/, '').split('/');
  if (!isHcpPlace(host, organization, workspace) || more.length > 0) {
    return fail(badLocation('needs the form tfc://HOST/ORGANIZATION/WORKSPACE'));
  }
  return ok({ kind: 'hcp', host: host.toLowerCase(), organization, workspace });
}

export function isHcpPlace(host: string, organization: string, workspace: string): boolean {
  const isHost = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(host);
  return isHost && [organization, workspace].every((name) => /^[\w-]{1,90}$/.test(name));
}

function oddParameter(query: URLSearchParams, known: readonly string[]): Result<never> | undefined {
  if ([...query.keys()].every((name) => known.includes(name))) return undefined;
  const names = known.length === 0 ? 'none' : known.join(', ');
  return fail(badLocation(`has an unknown parameter; the known ones are ${names}`));
}
