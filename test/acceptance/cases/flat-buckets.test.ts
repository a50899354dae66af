import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { policy } from './documents.ts';

const flat = useProject('flat');
const Bucket = 'storefront-assets-prod';

runCases(flat, 'buckets', [
  {
    name: 'versioning suspended',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Suspended' } }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_versioning.assets', 'aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['status = "Suspended"'],
    },
  },
  {
    name: 'encryption with a key of the project',
    by: 'cloud custodian',
    act: ({ s3, text }) =>
      s3.putBucketEncryption({
        Bucket,
        ServerSideEncryptionConfiguration: {
          Rules: [
            {
              ApplyServerSideEncryptionByDefault: {
                SSEAlgorithm: 'aws:kms',
                KMSMasterKeyID: text('aws_kms_key.data', 'arn'),
              },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_server_side_encryption_configuration.assets', 'aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['sse_algorithm = "aws:kms"', 'kms_master_key_id = aws_kms_key.data.arn'],
    },
  },
  {
    name: 'public access blocked by a scanner',
    by: 'security bot',
    act: ({ s3 }) =>
      s3.putPublicAccessBlock({
        Bucket,
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          IgnorePublicAcls: true,
          BlockPublicPolicy: true,
          RestrictPublicBuckets: true,
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_public_access_block.assets'],
      in: ['storage.tf'],
      writes: ['block_public_policy = true', 'restrict_public_buckets = true'],
    },
  },
  {
    name: 'ownership enforced',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketOwnershipControls({
        Bucket,
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_ownership_controls.assets'],
      in: ['storage.tf'],
      writes: ['object_ownership = "BucketOwnerEnforced"'],
    },
  },
  {
    name: 'bucket policy with another action',
    by: 'cli human',
    act: ({ s3 }) =>
      s3.putBucketPolicy({
        Bucket,
        Policy: policy({
          Sid: 'CdnRead',
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::123456789012:root' },
          Action: ['s3:GetObject', 's3:GetObjectVersion'],
          Resource: 'arn:aws:s3:::storefront-assets-prod/public/*',
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.assets', 'aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['"s3:GetObjectVersion"'],
    },
  },
  {
    name: 'origin added to CORS',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketCors({
        Bucket,
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedMethods: ['GET', 'HEAD'],
              AllowedOrigins: ['https://shop.example.com', 'https://beta.example.com'],
              AllowedHeaders: ['*'],
              MaxAgeSeconds: 3000,
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_cors_configuration.assets', 'aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['"https://beta.example.com"'],
    },
  },
  {
    name: 'objects expire sooner',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: 'storefront-logs-prod',
        LifecycleConfiguration: {
          Rules: [
            {
              ID: 'expire-access-logs',
              Status: 'Enabled',
              Filter: { Prefix: 'access/' },
              Expiration: { Days: 30 },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_lifecycle_configuration.logs', 'aws_s3_bucket.logs'],
      in: ['storage.tf'],
      writes: ['days = 30'],
    },
  },
  {
    name: 'access logs under another prefix',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketLogging({
        Bucket,
        BucketLoggingStatus: {
          LoggingEnabled: { TargetBucket: 'storefront-logs-prod', TargetPrefix: 'access/shop/' },
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_logging.assets', 'aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['target_prefix = "access/shop/"'],
    },
  },
  {
    name: 'bucket retagged',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketTagging({
        Bucket,
        Tagging: {
          TagSet: [
            { Key: 'Name', Value: 'storefront-assets' },
            { Key: 'Team', Value: 'web' },
            { Key: 'Purpose', Value: 'static assets' },
            { Key: 'DataClass', Value: 'public' },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket.assets'],
      in: ['storage.tf'],
      writes: ['Team = "web"', 'DataClass = "public"'],
    },
  },
  {
    name: 'website with another index page',
    by: 'cli human',
    act: ({ s3 }) =>
      s3.putBucketWebsite({
        Bucket: 'storefront-status-prod',
        WebsiteConfiguration: {
          IndexDocument: { Suffix: 'home.html' },
          ErrorDocument: { Key: 'error.html' },
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_website_configuration.status', 'aws_s3_bucket.status'],
      in: ['storage.tf'],
      writes: ['suffix = "home.html"'],
    },
  },
]);

runCases(
  flat,
  'parts of buckets that come and go',
  [
    {
      name: 'versioning of a bucket that had none',
      by: 'security bot',
      act: ({ s3 }) =>
        s3.putBucketVersioning({
          Bucket: 'storefront-status-prod',
          VersioningConfiguration: { Status: 'Enabled' },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_s3_bucket.status'],
        in: ['storage.tf', 'imports.tf'],
        writes: ['bucket = aws_s3_bucket.status.', 'status = "Enabled"'],
      },
    },
    {
      name: 'CORS deleted',
      by: 'console human',
      act: ({ s3 }) => s3.deleteBucketCors({ Bucket }),
      expect: {
        kind: 'removed',
        at: ['aws_s3_bucket_cors_configuration.assets'],
        in: ['storage.tf'],
        drops: ['resource "aws_s3_bucket_cors_configuration" "assets" {'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
