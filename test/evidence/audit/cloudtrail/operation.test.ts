import { describe, expect, it } from 'vitest';
import {
  canonicalOperation,
  canonicalService,
  isReadingOperation,
} from '../../../../src/evidence/audit/cloudtrail/operation.ts';

describe('canonicalOperation', () => {
  it.each([
    ['lambda', 'UpdateFunctionConfiguration20150331v2', 'UpdateFunctionConfiguration'],
    ['lambda', 'UpdateFunctionCode20150331v2', 'UpdateFunctionCode'],
    ['lambda', 'AddPermission20150331v2', 'AddPermission'],
    ['lambda', 'CreateFunction20150331', 'CreateFunction'],
    ['lambda', 'TagResource20170331v2', 'TagResource'],
    ['lambda', 'PutFunctionConcurrency20171031', 'PutFunctionConcurrency'],
    ['cloudfront', 'UpdateDistribution2020_05_31', 'UpdateDistribution'],
    ['cloudfront', 'CreateDistributionWithTags2019_03_26', 'CreateDistributionWithTags'],
    ['s3', 'PutBucketLifecycle', 'PutBucketLifecycleConfiguration'],
    ['s3', 'PutBucketPublicAccessBlock', 'PutPublicAccessBlock'],
    ['s3', 'DeleteBucketPublicAccessBlock', 'DeletePublicAccessBlock'],
    ['s3', 'PutBucketNotification', 'PutBucketNotificationConfiguration'],
    ['s3', 'PutAccelerateConfiguration', 'PutBucketAccelerateConfiguration'],
    ['s3', 'PutBucketPolicy', 'PutBucketPolicy'],
    ['s3', 'PutAccountPublicAccessBlock', 'PutAccountPublicAccessBlock'],
    ['autoscaling', 'PutBucketLifecycle', 'PutBucketLifecycle'],
    ['route53domains', 'updateDomainContact', 'UpdateDomainContact'],
    ['ec2', 'ModifyInstanceMetadataOptions', 'ModifyInstanceMetadataOptions'],
    ['ec2', 'toString', 'ToString'],
    ['wafv2', 'UpdateWebACLV2', 'UpdateWebACLV2'],
    ['x', 'Import19990101', 'Import19990101'],
    ['x', '20150331', '20150331'],
  ])('%s %s is %s', (service, name, operation) => {
    expect(canonicalOperation(`${service}.amazonaws.com`, name)).toBe(operation);
  });

  it('normalises the service', () => {
    expect(canonicalService(' S3.amazonaws.com.cn')).toBe('s3.amazonaws.com');
  });
});

describe('isReadingOperation', () => {
  it.each([
    'DescribeInstances',
    'GetFunction20150331v2',
    'ListBuckets',
    'HeadBucket',
    'BatchGetItem',
    'LookupEvents',
    'AssumeRole',
    'GenerateDataKey',
    'Query',
    'Decrypt',
  ])('%s reads', (name) => {
    expect(isReadingOperation(name)).toBe(true);
  });

  it.each([
    'StopInstances',
    'Getaway',
    'ListenerUpdate',
    'VerifyDomainIdentity',
    'GetOrCreateWorkspace',
    'ScanAndDelete'.toLowerCase(),
    'QueryableUpdate',
    'StartQueryExecution',
    '',
  ])('%s may mutate', (name) => {
    expect(isReadingOperation(name)).toBe(false);
  });
});
