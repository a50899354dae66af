import { displayText } from '../../model/text.ts';
import type { StateLocation } from './types.ts';

/** A location as people read it: without a query, a fragment or a user. */
export function stateTitle(location: StateLocation): string {
  return displayText(plainTitle(location), 1000);
}

function plainTitle(location: StateLocation): string {
  switch (location.kind) {
    case 'file':
      return location.path;
    case 's3':
      return `s3://${location.bucket}/${location.key}`;
    case 'gcs':
      return `gs://${location.bucket}/${location.object}`;
    case 'azure-blob':
      return `azblob://${location.account}/${location.container}/${location.blob}`;
    case 'http':
      return urlTitle(location.url);
    case 'hcp':
      return `tfc://${location.host}/${location.organization}/${location.workspace}`;
  }
}

function urlTitle(text: string): string {
  if (!URL.canParse(text)) return 'an address';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}

/** Advice about a failure, by what failed. */
export interface StateAdvice {
  readonly missing: string;
  readonly forbidden: string;
  readonly credentials: string;
  readonly moved: string;
}

/** By kind of location. */
export const stateAdvice: Readonly<Record<StateLocation['kind'], StateAdvice>> = {
  file: {
    missing: 'Check the path.',
    forbidden: 'Check the permissions of the file.',
    credentials: 'Check the permissions of the file.',
    moved: 'Check the path.',
  },
  s3: {
    missing: 'Check the bucket, the key and the workspace.',
    forbidden: 'Allow s3:GetObject on the object, and kms:Decrypt on the key that encrypts it.',
    credentials: 'Sign in to AWS again, or name a profile with ?profile=NAME.',
    moved: 'Name the region of the bucket: add ?region=REGION to the location.',
  },
  gcs: {
    missing: 'Check the bucket, the prefix and the workspace.',
    forbidden: 'Grant storage.objects.get on the bucket (roles/storage.objectViewer).',
    credentials: 'Sign in with `gcloud auth application-default login`.',
    moved: 'Check the bucket.',
  },
  'azure-blob': {
    missing: 'Check the storage account, the container, the key and the workspace.',
    forbidden: 'Assign the role Storage Blob Data Reader on the container.',
    credentials:
      'Sign in with `az login`, or set AZURE_CLIENT_ID and the variables that go with it.',
    moved: 'Check the storage account.',
  },
  http: {
    missing: 'Check the address; a backend that was never written to has no state either.',
    forbidden: 'Check what the user of TF_HTTP_USERNAME may read.',
    credentials: 'Set TF_HTTP_USERNAME and TF_HTTP_PASSWORD.',
    moved: 'Give the address where the state is now.',
  },
  hcp: {
    missing: 'Check the organization and the workspace, and that the token may see them.',
    forbidden: 'Let the token read state versions of the workspace.',
    credentials: 'Set TF_TOKEN_ and the host with _ for dots, such as TF_TOKEN_app_terraform_io.',
    moved: 'Check the host.',
  },
};
