import type { JsonObject } from '../../../../src/model/json.ts';
import type { Clients } from '../../recorder/clients.ts';
import { change, type Mutator, removal, text, texts } from '../mutator.ts';

const Bucket = 'bucket';

function cors({ s3 }: Clients, now: JsonObject, MaxAgeSeconds: number): Promise<unknown> {
  const rule = 'cors_rule.0';
  return s3.putBucketCors({
    Bucket: text(now, Bucket),
    CORSConfiguration: {
      CORSRules: [
        {
          AllowedMethods: texts(now, `${rule}.allowed_methods`),
          AllowedOrigins: texts(now, `${rule}.allowed_origins`),
          AllowedHeaders: texts(now, `${rule}.allowed_headers`),
          MaxAgeSeconds,
        },
      ],
    },
  });
}

/** How a bucket serves, and whom it notifies. */
export const serving: readonly Mutator[] = [
  change<number>({
    name: 'bucket: age of answers',
    type: 'aws_s3_bucket_cors_configuration',
    calls: ['s3 PutBucketCors'],
    from: 'cors_rule.0.max_age_seconds',
    to: [60, 600, 7200],
    set: cors,
  }),
  removal({
    name: 'bucket: answers to itself alone',
    type: 'aws_s3_bucket_cors_configuration',
    calls: ['s3 DeleteBucketCors', 's3 PutBucketCors'],
    act: ({ s3 }, now) => s3.deleteBucketCors({ Bucket: text(now, Bucket) }),
    undo: (by, now) => cors(by, now, Number(text(now, 'cors_rule.0.max_age_seconds'))),
  }),
  change<string>({
    name: 'bucket: first page',
    type: 'aws_s3_bucket_website_configuration',
    calls: ['s3 PutBucketWebsite'],
    fits: (now) => texts(now, 'routing_rule').length === 0 && text(now, 'routing_rules') === '',
    from: 'index_document.0.suffix',
    to: ['home.html', 'start.html'],
    set: ({ s3 }, now, Suffix) => {
      const Key = text(now, 'error_document.0.key');
      return s3.putBucketWebsite({
        Bucket: text(now, Bucket),
        WebsiteConfiguration: {
          IndexDocument: { Suffix },
          ...(Key === '' ? {} : { ErrorDocument: { Key } }),
        },
      });
    },
  }),
  change<string>({
    name: 'bucket: where its log goes',
    type: 'aws_s3_bucket_logging',
    calls: ['s3 PutBucketLogging'],
    from: 'target_prefix',
    to: ['log/', 'access/new/'],
    set: ({ s3 }, now, TargetPrefix) =>
      s3.putBucketLogging({
        Bucket: text(now, Bucket),
        BucketLoggingStatus: {
          LoggingEnabled: { TargetBucket: text(now, 'target_bucket'), TargetPrefix },
        },
      }),
  }),
  change<string>({
    name: 'bucket: acceleration',
    type: 'aws_s3_bucket_accelerate_configuration',
    calls: ['s3 PutAccelerateConfiguration'],
    from: 'status',
    to: ['Enabled', 'Suspended'],
    set: ({ s3 }, now, Status) =>
      s3.putBucketAccelerateConfiguration({
        Bucket: text(now, Bucket),
        AccelerateConfiguration: { Status: Status === 'Enabled' ? 'Enabled' : 'Suspended' },
      }),
  }),
  change<string>({
    name: 'bucket: whom it tells',
    type: 'aws_s3_bucket_notification',
    calls: ['s3 PutBucketNotification'],
    fits: (now) => texts(now, 'queue').length === 1 && texts(now, 'topic').length === 0,
    from: 'queue.0.filter_prefix',
    to: ['new/', 'in/'],
    set: ({ s3 }, now, Value) =>
      s3.putBucketNotificationConfiguration({
        Bucket: text(now, Bucket),
        NotificationConfiguration: {
          QueueConfigurations: [
            {
              Id: text(now, 'queue.0.id'),
              QueueArn: text(now, 'queue.0.queue_arn'),
              Events: texts(now, 'queue.0.events') as 's3:ObjectCreated:*'[],
              Filter: { Key: { FilterRules: [{ Name: 'prefix', Value }] } },
            },
          ],
        },
      }),
  }),
  removal({
    name: 'object: deleted',
    type: 'aws_s3_object',
    calls: ['s3 DeleteObject'],
    act: ({ s3 }, now) => s3.deleteObject({ Bucket: text(now, Bucket), Key: text(now, 'key') }),
  }),
];
