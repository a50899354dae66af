import { z } from 'zod';
import { duration } from './duration.ts';
import { name, secret, settingText, tenant, url } from './service/text.ts';

const plain = settingText(/^[^\0]{1,2048}$/, 'Give a text');
const region = settingText(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'Use a region like eu-central-1');
const account = settingText(/^\d{12}$/, 'Use an account id of twelve digits, in quotes');
const roleArn = settingText(
  /^arn:aws[\w-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/,
  'Use the ARN of a role, like arn:aws:iam::123456789012:role/parley',
);
const subscription = settingText(
  /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  'Use a subscription id like 00000000-0000-0000-0000-000000000000',
);
const parent = settingText(
  /^(?:projects|folders|organizations|billingAccounts)\/[a-zA-Z0-9][\w.:-]{0,99}$/,
  'Use a name like projects/shop-prod, folders/123 or organizations/456',
);

const common = {
  /** Stored with every record, so it should not change. */
  name,
  tenant,
  /** How late a record may appear in the log and still be found. */
  overlap: duration('15m', '24h').default('15m'),
  /** How far back the first collection goes. */
  since: duration('1h', '90d').default('7d'),
  /** How long records are kept, by their time. */
  retention: duration('1d', '3650d').default('90d'),
  /** Another address of the service: a private endpoint, or a sovereign cloud. */
  endpoint: url.optional(),
};

const role = { role_arn: roleArn, external_id: plain.optional() };

const aws = {
  profile: plain.optional(),
  sts_endpoint: url.optional(),
};

const CloudTrailLookup = z.strictObject({
  ...common,
  ...aws,
  kind: z.literal('cloudtrail-lookup'),
  regions: z.array(region).nonempty('Give at least one region').max(100),
  /** Roles of the accounts to read; defaults to the account of the credentials. */
  accounts: z.array(z.strictObject(role)).nonempty().max(1000).optional(),
});

const CloudTrailS3 = z
  .strictObject({
    ...common,
    ...aws,
    kind: z.literal('cloudtrail-s3'),
    bucket: settingText(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use the name of a bucket'),
    /** The part of the path before `AWSLogs/`. */
    prefix: plain.optional(),
    /** Region of the bucket. */
    region,
    organization: settingText(/^o-[a-z0-9]{10,32}$/, 'Use an id like o-a1b2c3d4e5').optional(),
    accounts: z.array(account).nonempty().max(1000).optional(),
    regions: z.array(region).nonempty().max(100).optional(),
    /** Days before the cursor in which late files are looked for. */
    late_days: z.int().min(0).max(30).default(2),
    /** Queue with notifications about new files, which are then used instead of the listing. */
    queue: url.optional(),
    role_arn: roleArn.optional(),
    external_id: plain.optional(),
    sqs_endpoint: url.optional(),
  })
  .refine(({ external_id, role_arn }) => external_id === undefined || role_arn !== undefined, {
    message: 'external_id goes with role_arn',
    path: ['external_id'],
  });

const AzureActivity = z.strictObject({
  ...common,
  kind: z.literal('azure-activity'),
  subscriptions: z.array(subscription).nonempty('Give at least one subscription').max(1000),
  resource_group: settingText(/^[\w().-]{1,90}$/, 'Use the name of a resource group').optional(),
});

const GcpAudit = z.strictObject({
  ...common,
  kind: z.literal('gcp-audit'),
  parents: z.array(parent).nonempty('Give at least one project, folder or organization').max(1000),
});

/** Pub/Sub signs each push with a token of this account, for this audience. */
const PubSub = z.strictObject({
  service_account: z
    .string()
    .regex(/^[\w.-]{1,200}@[\w.-]{1,200}$/, 'Use the email of a service account'),
  audience: z
    .string()
    .regex(/^[^\s${}]{1,2048}$/, 'Use the audience of the subscription: by default, its endpoint'),
});

/** Records that the cloud itself sends, to `POST /api/v1/events/NAME` of the service. */
const Push = z.strictObject({
  name,
  tenant,
  kind: z.literal('push'),
  cloud: z.enum(['aws', 'azure', 'gcp']),
  retention: common.retention,
  /** Senders without a token send it in the header `x-parley-secret`. */
  secret: secret.optional(),
  pubsub: PubSub.optional(),
});

/** Where audit records are collected from. */
export const SourceSettings = z.discriminatedUnion(
  'kind',
  [CloudTrailLookup, CloudTrailS3, AzureActivity, GcpAudit, Push],
  'Use one of cloudtrail-lookup, cloudtrail-s3, azure-activity, gcp-audit, push',
);

export type SourceSettings = z.output<typeof SourceSettings>;
export type LookupSettings = z.output<typeof CloudTrailLookup>;
export type TrailSettings = z.output<typeof CloudTrailS3>;
export type ActivitySettings = z.output<typeof AzureActivity>;
export type GcpSettings = z.output<typeof GcpAudit>;
export type PushSettings = z.output<typeof Push>;

/** `sources` in `parley.yaml`. */
export const SourceList = z
  .array(SourceSettings)
  .max(100)
  .superRefine((sources, context) => {
    for (const [index, source] of sources.entries()) {
      const { name } = source;
      if (source.kind === 'push' && source.pubsub !== undefined && source.cloud !== 'gcp') {
        const message = 'Only a source with `cloud: gcp` gets records from Pub/Sub';
        context.addIssue({ code: 'custom', path: [index, 'pubsub'], message });
      }
      if (sources.findIndex((each) => each.name === name) === index) continue;
      const message = `There are two sources called ${name}`;
      context.addIssue({ code: 'custom', path: [index, 'name'], message });
    }
  });
