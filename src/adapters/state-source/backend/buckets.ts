import { azureEnvironment, isBlobContainer, isS3Place, s3Access } from '../location/kinds.ts';
import { parseStateLocation } from '../location/parse.ts';
import { badLocation } from '../location/split.ts';
import { blobName, gcsObject, localPath, s3Key } from '../workspace.ts';
import { foundBackend, missing, refused } from './draft.ts';
import type { ReadBackend } from './types.ts';

export const readS3: ReadBackend = ({ text, variable }, workspace) => {
  const bucket = text('bucket');
  const key = text('key');
  const region = text('region') ?? variable('AWS_REGION', 'AWS_DEFAULT_REGION');
  if (bucket === undefined || key === undefined) return missing({ bucket, key });
  if (!isS3Place(bucket, region))
    return refused(badLocation('in the code is not one that S3 can have'));
  const access = s3Access({
    region,
    profile: text('profile'),
    roleArn: text('assume_role', 'role_arn') ?? text('role_arn'),
    externalId: text('assume_role', 'external_id') ?? text('external_id'),
    endpoint: text('endpoints', 's3') ?? text('endpoint'),
    stsEndpoint: text('endpoints', 'sts') ?? text('sts_endpoint'),
  });
  const name = s3Key(key, workspace, text('workspace_key_prefix'));
  return foundBackend({ kind: 's3', bucket, key: name, ...access });
};

export const readGcs: ReadBackend = ({ text }, workspace) => {
  const bucket = text('bucket');
  if (bucket === undefined) return missing({ bucket });
  const prefix = (text('prefix') ?? '').replace(/^\/+/, '');
  const endpoint = text('storage_custom_endpoint')?.replace(/\/storage\/v1\/b\/?$/, '');
  // A prefix stays a prefix even if it looks like the name of an object.
  const object = gcsObject(prefix === '' ? '' : `${prefix}/`, workspace);
  return foundBackend({
    kind: 'gcs',
    bucket,
    object,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
};

export const readAzurerm: ReadBackend = ({ text, variable }, workspace) => {
  const account = text('storage_account_name');
  const container = text('container_name');
  const key = text('key');
  if (account === undefined || container === undefined || key === undefined) {
    return missing({ storage_account_name: account, container_name: container, key });
  }
  const environment = azureEnvironment(text('environment') ?? variable('ARM_ENVIRONMENT'));
  if (environment === undefined || !isBlobContainer(account, container)) {
    return refused(badLocation('in the code is not one that Azure can have'));
  }
  const blob = blobName(key, workspace);
  return foundBackend({ kind: 'azure-blob', account, container, blob, environment });
};

/** Terraform has no workspaces for this backend. */
export const readHttp: ReadBackend = ({ text, variable }) => {
  const address = text('address') ?? variable('TF_HTTP_ADDRESS');
  if (address === undefined) return missing({ address });
  const location = parseStateLocation(address);
  if (!location.ok) return refused(location.error);
  if (location.value.kind !== 'http') return refused(badLocation('in the code is not an address'));
  return foundBackend(location.value);
};

export const readLocal: ReadBackend = ({ text }, workspace) => {
  const path = text('path') ?? 'terraform.tfstate';
  return foundBackend({ kind: 'file', path: localPath(path, workspace, text('workspace_dir')) });
};
