import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const addressFields: GoogleFields = {
  address: 'text',
  address_type: 'text',
  description: 'text',
  ip_version: 'text',
  labels: 'labels',
  network: 'link',
  prefix_length: 'number',
  purpose: 'text',
};

const addressDefaults = { address_type: 'EXTERNAL', ip_version: 'IPV4', network_tier: 'PREMIUM' };

export const googleAddressEntries = google('compute.googleapis.com', [
  {
    type: 'google_compute_address',
    identity: { path: `projects/{project}/regions/{region}/addresses/{name}` },
    fields: { ...addressFields, network_tier: 'text', subnetwork: 'link' },
    defaults: addressDefaults,
    parent: [{ type: 'google_compute_subnetwork', link: 'subnetwork' }],
    calls: {
      'addresses.insert': 'create',
      'addresses.delete': 'delete',
      'addresses.setLabels': { set: { labels: 'labels' }, all: true },
    },
  },
  {
    type: 'google_compute_global_address',
    identity: { path: `projects/{project}/global/addresses/{name}` },
    fields: addressFields,
    defaults: addressDefaults,
    parent: [{ type: 'google_compute_network', link: 'network' }],
    calls: {
      'globalAddresses.insert': 'create',
      'globalAddresses.delete': 'delete',
      'globalAddresses.setLabels': { set: { labels: 'labels' }, all: true },
    },
  },
]);
