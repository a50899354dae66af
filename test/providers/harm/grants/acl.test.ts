import { expect, it } from 'vitest';
import { aclStatements } from '../../../../src/providers/harm/grants/aws/s3-acl.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl */
it.each([
  ['private', []],
  ['public-read', ['s3:ListBucket', 's3:GetObject']],
  ['public-read-write', ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject']],
  ['log-delivery-write', ['s3:PutObject', 's3:DeleteObject', 's3:GetBucketAcl']],
])('the canned ACL %s lets others do what Amazon documents', (acl, actions) => {
  expect(aclStatements({ acl }).flatMap((one) => one['Action'])).toEqual(actions);
});
