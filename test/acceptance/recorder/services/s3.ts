import type { NormalizedSchema } from '@smithy/core/schema';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { lowerFirst } from '../../../../src/model/words.ts';
import { account } from '../personas.ts';
import type { Call, ServiceLog } from '../service.ts';
import { print, type Style, wireNames } from '../walk.ts';

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** Names in the log that differ from those of the API. */
const eventNames: Readonly<Record<string, string>> = {
  PutPublicAccessBlock: 'PutBucketPublicAccessBlock',
  DeletePublicAccessBlock: 'DeleteBucketPublicAccessBlock',
  PutBucketLifecycleConfiguration: 'PutBucketLifecycle',
  PutBucketNotificationConfiguration: 'PutBucketNotification',
  PutObjectLockConfiguration: 'PutBucketObjectLockConfiguration',
  PutBucketAccelerateConfiguration: 'PutAccelerateConfiguration',
};

/**
 * The body as an XML parser leaves it: a single element without a list, digits and booleans without
 * quotes.
 */
const xmlStyle: Style = {
  name: (member, schema) => wireNames(schema).xml ?? member,
  list(items, schema) {
    const collapsed: Json = items.length === 1 ? (items[0] ?? '') : items;
    if (schema.getMergedTraits().xmlFlattened) return collapsed;
    return { [wireNames(schema.getValueSchema()).xml ?? 'member']: collapsed };
  },
  time: (value) => value.toISOString(),
  scalar(value) {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value;
  },
};

function isPayload(schema: NormalizedSchema): boolean {
  return Boolean(schema.getMergedTraits().httpPayload);
}

function body(call: Call): JsonObject {
  for (const [member, schema] of call.inputSchema.structIterator()) {
    if (!isPayload(schema)) continue;
    const value = call.input[member];
    if (member === 'Policy') return { bucketPolicy: JSON.parse(String(value)) as Json };
    if (!schema.isStructSchema()) return {};
    const name = wireNames(schema).xml ?? member;
    const printed = print(schema, value, xmlStyle);
    if (printed === undefined || typeof printed !== 'object') return {};
    return { [name]: { xmlns: namespace, ...printed } };
  }
  return {};
}

function bucketOf(call: Call): string | undefined {
  return typeof call.input['Bucket'] === 'string' ? call.input['Bucket'] : undefined;
}

export const s3: ServiceLog = {
  eventSource: 's3.amazonaws.com',
  bracketsUserAgent: true,
  eventName: (operation) => eventNames[operation] ?? operation,
  request(call) {
    const bucket = bucketOf(call);
    if (bucket === undefined) return { Host: 's3.us-east-1.amazonaws.com' };
    const marker = /\?(\w+)$/.exec(call.route ?? '')?.[1];
    const acl = call.input['ACL'];
    return {
      bucketName: bucket,
      Host: `${bucket}.s3.us-east-1.amazonaws.com`,
      ...(typeof call.input['Key'] === 'string' ? { key: call.input['Key'] } : {}),
      ...(marker === undefined ? {} : { [lowerFirst(marker)]: '' }),
      ...(typeof acl === 'string' ? { 'x-amz-acl': acl } : {}),
      ...body(call),
    };
  },
  response: () => null,
  isData: ({ input }) => typeof input['Key'] === 'string',
  extra(call) {
    const bucket = bucketOf(call);
    return {
      additionalEventData: {
        SignatureVersion: 'SigV4',
        CipherSuite: 'TLS_AES_128_GCM_SHA256',
        bytesTransferredIn: 0,
        AuthenticationMethod: 'AuthHeader',
        bytesTransferredOut: 0,
      },
      ...(bucket === undefined
        ? {}
        : {
            resources: [
              { accountId: account, type: 'AWS::S3::Bucket', ARN: `arn:aws:s3:::${bucket}` },
            ],
          }),
    };
  },
};
