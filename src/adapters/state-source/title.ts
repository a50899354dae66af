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
