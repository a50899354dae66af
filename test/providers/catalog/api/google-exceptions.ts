/** Operations that logs have and the first version of the API does not. Each list is exact. */
export const unknownGoogleOperations: readonly string[] = [
  // The API has them in beta.
  'compute.googleapis.com instanceGroupManagers.update',
  'compute.googleapis.com regionInstanceGroupManagers.update',
];

/** By type: members of requests in logs that the API has under another name, or not at all. */
export const unknownGoogleMembers: Readonly<Record<string, readonly string[]>> = {
  // Data access logs of the older form, with a duration in place of milliseconds.
  'bigquery.googleapis.com google_bigquery_dataset': ['resource.defaultTableExpireDuration'],
  'dns.googleapis.com google_dns_record_set': ['rrset'],
  // The accounts stand in the path of the methods, and logs name them as IAM names resources.
  'iam.googleapis.com google_service_account': ['resource'],
  'iam.googleapis.com google_service_account_key': ['resource', 'serviceAccount'],
  // One of the `serviceIds` of a call, as it is read for each.
  'serviceusage.googleapis.com google_project_service': ['serviceId'],
  // Names of the service's own protocol, where the API has its JSON form.
  'storage.googleapis.com google_storage_bucket': ['metadata'],
  'storage.googleapis.com google_storage_bucket_iam_member': ['policy', 'resource'],
};
