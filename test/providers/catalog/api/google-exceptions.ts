/** Operations that occur in logs but not in version 1 of the API. The list is exact. */
export const unknownGoogleOperations: readonly string[] = [
  // Only in the beta version of the API.
  'compute.googleapis.com instanceGroupManagers.update',
  'compute.googleapis.com regionInstanceGroupManagers.update',
];

/** By type: members of logged requests that the API has under another name, or not at all. */
export const unknownGoogleMembers: Readonly<Record<string, readonly string[]>> = {
  // Data access logs in the older format, with a duration instead of milliseconds.
  'bigquery.googleapis.com google_bigquery_dataset': ['resource.defaultTableExpireDuration'],
  'dns.googleapis.com google_dns_record_set': ['rrset'],
  // The API has the account in the path of the method; logs name it as IAM names resources.
  'iam.googleapis.com google_service_account': ['resource'],
  'iam.googleapis.com google_service_account_key': ['resource', 'serviceAccount'],
  // One of the `serviceIds` of a call, which is read once for each.
  'serviceusage.googleapis.com google_project_service': ['serviceId'],
  // Names of the service's own protocol, where the API has the JSON form.
  'storage.googleapis.com google_storage_bucket': ['metadata'],
  'storage.googleapis.com google_storage_bucket_iam_member': ['policy', 'resource'],
};
