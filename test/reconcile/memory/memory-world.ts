import type { LiveResource } from '../../../src/code/terraform/run/live.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import type { FileSource } from '../../../src/evidence/audit/files/types.ts';
import { readAuditLogs } from '../../../src/evidence/audit/read.ts';
import { canonicalJson, type JsonObject } from '../../../src/model/json.ts';
import { ok } from '../../../src/model/result.ts';
import { type Memory, nothingRemembered } from '../../../src/ports/store/memory.ts';
import { run } from '../../../src/reconcile/run.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { demoInput } from '../demo.ts';
import { type FlatInput, runInput } from '../flat-input.ts';
import { applyUpdate } from './apply.ts';

const account = '111122223333';
const region = 'eu-central-1';

export const code = `
resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 30
  delay_seconds              = 0
  tags = {
    Team = "shop"
  }
}

resource "aws_security_group" "web" {
  name        = "web"
  description = "web"
  vpc_id      = "vpc-1"

  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}
`;

const queueUrl = `https://sqs.${region}.amazonaws.com/${account}/orders`;
const queueArn = `arn:aws:sqs:${region}:${account}:orders`;

function resource(type: string, name: string, attributes: JsonObject): JsonObject {
  return {
    mode: 'managed',
    type,
    name,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
  };
}

/** The state; `queue` replaces attributes that a refresh or an apply may have changed. */
export function stateText(serial = 7, queue: JsonObject = {}): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.0',
    serial,
    lineage: '3f1c7a52-0000-4000-8000-000000000001',
    outputs: {},
    resources: [
      resource('aws_sqs_queue', 'orders', {
        id: queueUrl,
        url: queueUrl,
        arn: queueArn,
        name: 'orders',
        visibility_timeout_seconds: 30,
        delay_seconds: 0,
        tags: { Team: 'shop' },
        tags_all: { Team: 'shop' },
        ...queue,
      }),
      resource('aws_security_group', 'web', {
        id: 'sg-0123456789abcdef0',
        arn: `arn:aws:ec2:${region}:${account}:security-group/sg-0123456789abcdef0`,
        name: 'web',
        description: 'web',
        vpc_id: 'vpc-1',
        tags: null,
        tags_all: {},
        ingress: [
          {
            cidr_blocks: ['10.0.0.0/8'],
            description: '',
            from_port: 443,
            ipv6_cidr_blocks: [],
            prefix_list_ids: [],
            protocol: 'tcp',
            security_groups: [],
            self: false,
            to_port: 443,
          },
        ],
      }),
    ],
  });
}

/** The state after Terraform replaced the security group by a new one. */
export function replacedText(serial = 8): string {
  return stateText(serial).replaceAll('sg-0123456789abcdef0', 'sg-0fedcba9876543210');
}

/** Something that somebody did, `minute` minutes after midnight. */
export interface Act {
  readonly minute: number;
  readonly who: 'maria' | 'jonas' | 'deploy';
  readonly what:
    | { readonly kind: 'timeout' | 'delay'; readonly value: number }
    | { readonly kind: 'open' | 'shut'; readonly port: number }
    | { readonly kind: 'tag'; readonly value: string }
    | { readonly kind: 'untag' }
    /** The queue is deleted; it is created, with this timeout and nothing else. */
    | { readonly kind: 'delete' }
    | { readonly kind: 'create'; readonly value: number }
    | { readonly kind: 'look' }
    /** A call on the queue that no catalog knows; one whose request was too large for the log. */
    | { readonly kind: 'strange'; readonly operation: 'Frobnicate' | 'Tangle' }
    | { readonly kind: 'cut' };
}

export const midnight = Date.parse('2026-03-14T00:00:00Z');

export function timeOf(minute: number): string {
  return new Date(midnight + minute * 60_000).toISOString().replace('.000Z', 'Z');
}

/** The CloudTrail record of the act at position `index` of a history. */
export function recordOf({ minute, who, what }: Act, index: number): JsonObject {
  const [eventSource, eventName, requestParameters] = call(what);
  return {
    eventVersion: '1.08',
    eventID: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    eventTime: timeOf(minute),
    eventSource,
    eventName,
    awsRegion: region,
    recipientAccountId: account,
    readOnly: what.kind === 'look',
    eventType: 'AwsApiCall',
    sourceIPAddress: '192.0.2.1',
    userAgent: 'console.amazonaws.com',
    userIdentity: {
      type: 'AssumedRole',
      principalId: `AROA:${who}@example.com`,
      arn: `arn:aws:sts::${account}:assumed-role/${who === 'deploy' ? 'terraform-deploy' : 'Engineer'}/${who}@example.com`,
      accountId: account,
      sessionContext: {
        sessionIssuer: {
          type: 'Role',
          arn: `arn:aws:iam::${account}:role/${who === 'deploy' ? 'terraform-deploy' : 'Engineer'}`,
          accountId: account,
          userName: who === 'deploy' ? 'terraform-deploy' : 'Engineer',
        },
      },
    },
    requestParameters,
    responseElements: what.kind === 'create' ? { queueUrl } : null,
    ...(what.kind === 'cut' ? { resources: [{ ARN: queueArn }] } : {}),
  };
}

function call(what: Act['what']): readonly [source: string, name: string, request: JsonObject] {
  const sqs = 'sqs.amazonaws.com';
  const ec2 = 'ec2.amazonaws.com';
  switch (what.kind) {
    case 'timeout':
    case 'delay': {
      const name = what.kind === 'timeout' ? 'VisibilityTimeout' : 'DelaySeconds';
      return [sqs, 'SetQueueAttributes', { queueUrl, attributes: { [name]: String(what.value) } }];
    }
    case 'tag':
      return [sqs, 'TagQueue', { queueUrl, tags: { Team: what.value } }];
    case 'untag':
      return [sqs, 'UntagQueue', { queueUrl, tagKeys: ['Team'] }];
    case 'delete':
      return [sqs, 'DeleteQueue', { queueUrl }];
    case 'create': {
      const attributes = { VisibilityTimeout: String(what.value) };
      return [sqs, 'CreateQueue', { queueName: 'orders', attributes }];
    }
    case 'open':
    case 'shut': {
      const name = what.kind === 'open' ? 'Authorize' : 'Revoke';
      return [
        ec2,
        `${name}SecurityGroupIngress`,
        {
          groupId: 'sg-0123456789abcdef0',
          ipPermissions: {
            items: [
              {
                ipProtocol: 'tcp',
                fromPort: what.port,
                toPort: what.port,
                ipRanges: { items: [{ cidrIp: '10.0.0.0/8' }] },
              },
            ],
          },
        },
      ];
    }
    case 'strange':
      return ['novel.amazonaws.com', what.operation, { target: queueArn }];
    case 'cut':
      return [sqs, 'SetQueueAttributes', { reason: 'too large', omitted: true, originalSize: 9 }];
    case 'look':
      return [sqs, 'ListQueues', {}];
  }
}

/** A provider that reads the queue with this timeout; 30 is the timeout of the state. */
export function reads(timeout: number, everything = false): Partial<FlatInput> {
  return readsQueue(timeout === 30 ? {} : { visibility_timeout_seconds: timeout }, everything);
}

/** A provider that reads these attributes of the queue, and the others as in the state. */
export function readsQueue(queue: JsonObject, everything = false): Partial<FlatInput> {
  const address = 'aws_sqs_queue.orders';
  const [{ instances }] = JSON.parse(stateText()).resources;
  const attributes = { ...instances[0].attributes, ...queue };
  const isSame = canonicalJson(attributes) === canonicalJson(instances[0].attributes);
  const changed = { kind: 'changed', address, type: 'aws_sqs_queue', attributes } as const;
  const resources: [string, LiveResource][] = isSame
    ? []
    : [[address, { ...changed, secrets: [] }]];
  return {
    pending: { windowMs: 30 * 60_000, seen: [] },
    readBack: {
      everything,
      confirms: true,
      read: async () => ok({ changed: new Map(resources), unread: [] }),
    },
  };
}

let base: Promise<FlatInput> | undefined;

/** A stack of a queue and a security group, whose runs share a memory. */
export async function createWorld(
  given: { readonly code?: string; readonly state?: string } = {},
): Promise<World> {
  base ??= demoInput();
  const { blame: _, ...input } = await base;
  return new World(input, given.code ?? code, given.state ?? stateText());
}

export class World {
  memory: Memory = nothingRemembered;
  code: string;
  state: string;
  /** Simulates a store that keeps less than it was given. */
  broken: (memory: Memory) => Memory = (memory) => memory;
  readonly #input: FlatInput;

  constructor(input: FlatInput, code: string, state: string) {
    this.#input = input;
    this.code = code;
    this.state = state;
  }

  /** A run over some records, which updates the memory. */
  async scan(
    records: readonly JsonObject[],
    now: string,
    more: Partial<FlatInput> = {},
  ): Promise<RunResult> {
    const state = parseState(this.state, 'terraform.tfstate');
    if (!state.ok) throw new Error(state.error.message);
    const result = await run(
      runInput({
        ...this.#input,
        items: readAuditLogs(['log.json'], { files: fileOf(JSON.stringify({ Records: records })) }),
        tree: new Map([['main.tf', this.code]]),
        loadOptions: { varFiles: [], env: {}, workspace: 'default' },
        state: state.value,
        startedAt: now,
        memory: this.memory,
        patches: 'apart',
        traced: true,
        ...more,
      }),
    );
    if (!result.ok) throw new Error(result.error.message);
    if (result.value.memory !== undefined) {
      const kept = this.broken(applyUpdate(this.memory, result.value.memory));
      this.memory = JSON.parse(JSON.stringify(kept));
    }
    return result.value;
  }
}

function fileOf(text: string): FileSource {
  return {
    kindOf: async () => ok('file'),
    list: async () => ok([]),
    async *open() {
      yield Buffer.from(text);
    },
  };
}
