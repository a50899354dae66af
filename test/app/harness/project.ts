import { trailRecord } from '../../adapters/collect/records.ts';

const account = '123456789012';

/** Visibility timeout in the code and the state, in seconds. */
export const declaredTimeout = 30;

/** Name of a queue in the cloud; queues are numbered within each stack. */
export function queueName(stack: string, queue: number): string {
  return `${stack}-q${queue}`;
}

function urlOf(name: string): string {
  return `https://sqs.us-east-1.amazonaws.com/${account}/${name}`;
}

/** A root module with queues, below `root` in its repository, with its state next to it. */
export function stackFiles(
  root: string,
  stack: string,
  queues: number,
  settings = 'version: 1\n',
): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: queues }, (_, number) => number);
  return {
    [`${root}/parley.yaml`]: settings,
    [`${root}/main.tf`]: numbers.map((number) => block(stack, number)).join('\n'),
    [`${root}/terraform.tfstate`]: `${JSON.stringify(stateOf(stack, numbers), null, 2)}\n`,
  };
}

function block(stack: string, number: number): string {
  return `resource "aws_sqs_queue" "q${number}" {
  name                       = "${queueName(stack, number)}"
  visibility_timeout_seconds = ${declaredTimeout}
}
`;
}

function stateOf(stack: string, numbers: readonly number[]): object {
  return {
    version: 4,
    terraform_version: '1.11.4',
    serial: 7,
    lineage: '5d1f3c0e-0000-4000-8000-000000000000',
    outputs: {},
    resources: numbers.map((number) => {
      const name = queueName(stack, number);
      const attributes = {
        arn: `arn:aws:sqs:us-east-1:${account}:${name}`,
        id: urlOf(name),
        name,
        url: urlOf(name),
        delay_seconds: 0,
        visibility_timeout_seconds: declaredTimeout,
      };
      return {
        mode: 'managed',
        type: 'aws_sqs_queue',
        name: `q${number}`,
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
      };
    }),
  };
}

export interface QueueChange {
  /** Unique id of the event. */
  readonly id: string;
  readonly stack: string;
  readonly queue: number;
  /** New visibility timeout, in seconds. */
  readonly timeout: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly user: string;
}

/** The CloudTrail record of a user who sets the timeout of a queue. */
export function changeRecord({ id, stack, queue, timeout, time, user }: QueueChange) {
  return trailRecord(id, time, {
    userIdentity: {
      type: 'IAMUser',
      arn: `arn:aws:iam::${account}:user/${user}`,
      accountId: account,
      userName: user,
    },
    requestParameters: {
      queueUrl: urlOf(queueName(stack, queue)),
      attributes: { VisibilityTimeout: String(timeout) },
    },
  });
}
