/** API version that some services append: `UpdateFunctionCode20150331v2`, `...2020_05_31`. */
const version = /_?20\d\d_?\d\d_?\d\d(?:v\d+)?$/;

/** Names that CloudTrail uses for S3 operations, and the API's names, which the project uses. */
const s3Names: Readonly<Record<string, string>> = {
  DeleteAnalyticsConfiguration: 'DeleteBucketAnalyticsConfiguration',
  DeleteBucketPublicAccessBlock: 'DeletePublicAccessBlock',
  DeleteIntelligentTieringConfiguration: 'DeleteBucketIntelligentTieringConfiguration',
  DeleteInventoryConfiguration: 'DeleteBucketInventoryConfiguration',
  DeleteMetricsConfiguration: 'DeleteBucketMetricsConfiguration',
  PutAccelerateConfiguration: 'PutBucketAccelerateConfiguration',
  PutAnalyticsConfiguration: 'PutBucketAnalyticsConfiguration',
  PutBucketLifecycle: 'PutBucketLifecycleConfiguration',
  PutBucketNotification: 'PutBucketNotificationConfiguration',
  PutBucketObjectLockConfiguration: 'PutObjectLockConfiguration',
  PutBucketPublicAccessBlock: 'PutPublicAccessBlock',
  PutEncryptionConfiguration: 'PutBucketEncryption',
  PutIntelligentTieringConfiguration: 'PutBucketIntelligentTieringConfiguration',
  PutInventoryConfiguration: 'PutBucketInventoryConfiguration',
  PutLifecycleConfiguration: 'PutBucketLifecycleConfiguration',
  PutMetricsConfiguration: 'PutBucketMetricsConfiguration',
  PutReplicationConfiguration: 'PutBucketReplication',
};

/** The service's name in lower case, without the suffix of the China partition. */
export function canonicalService(eventSource: string): string {
  return eventSource.trim().toLowerCase().replace(/\.cn$/, '');
}

/** The API operation that an event name refers to. */
export function canonicalOperation(service: string, eventName: string): string {
  const trimmed = eventName.trim();
  const plain = trimmed.replace(version, '');
  const name = plain === '' ? trimmed : plain;
  if (service === 's3.amazonaws.com' && Object.hasOwn(s3Names, name)) return s3Names[name] ?? name;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const readingVerbs =
  /^(?:BatchDescribe|BatchGet|Describe|Estimate|Get|Head|List|Lookup|Preview|Query|Scan|Search|Select|Simulate|Test|View)(?=[A-Z0-9]|$)/;

/** Reading operations that cannot be recognized by their verb. */
const readingNames: ReadonlySet<string> = new Set([
  'AssumeRole',
  'AssumeRoleWithSAML',
  'AssumeRoleWithWebIdentity',
  'CheckDomainAvailability',
  'CheckMfa',
  'Decrypt',
  'Encrypt',
  'ExecuteScan',
  'FilterLogEvents',
  'GenerateCredentialReport',
  'GenerateDataKey',
  'GenerateDataKeyPair',
  'GenerateDataKeyPairWithoutPlaintext',
  'GenerateDataKeyWithoutPlaintext',
  'GenerateMac',
  'GenerateRandom',
  'ReEncrypt',
  'Sign',
  'StartQuery',
  'Verify',
  'VerifyMac',
]);

/** Decides by the name, for records that do not report it. In doubt, an operation is mutating. */
export function isReadingOperation(eventName: string): boolean {
  const name = eventName.trim().replace(version, '');
  if (name.includes('OrCreate')) return false;
  return readingVerbs.test(name) || readingNames.has(name);
}
