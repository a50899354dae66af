import { createRequire } from 'node:module';
import type { ApplicationAutoScaling } from '@aws-sdk/client-application-auto-scaling';
import type { AutoScaling } from '@aws-sdk/client-auto-scaling';
import type { CloudWatch } from '@aws-sdk/client-cloudwatch';
import type { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { EC2 } from '@aws-sdk/client-ec2';
import type { ECS } from '@aws-sdk/client-ecs';
import type { ElasticLoadBalancingV2 } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { EventBridge } from '@aws-sdk/client-eventbridge';
import type { IAM } from '@aws-sdk/client-iam';
import type { KMS } from '@aws-sdk/client-kms';
import type { Lambda } from '@aws-sdk/client-lambda';
import type { RDS } from '@aws-sdk/client-rds';
import type { Route53 } from '@aws-sdk/client-route-53';
import type { S3 } from '@aws-sdk/client-s3';
import type { SecretsManager } from '@aws-sdk/client-secrets-manager';
import type { SNS } from '@aws-sdk/client-sns';
import type { SQS } from '@aws-sdk/client-sqs';
import type { SSM } from '@aws-sdk/client-ssm';
import type { STS } from '@aws-sdk/client-sts';
import type { PersonaName } from './personas.ts';
import type { Answer, Recorder } from './recorder.ts';

/** Clients of one persona; every call they make is recorded. */
export interface Clients {
  /** A client for a service that few cases need. */
  of<T extends AnyClient>(client: new (config: ClientConfig) => T): T;
  readonly applicationAutoscaling: ApplicationAutoScaling;
  readonly autoscaling: AutoScaling;
  readonly cloudwatch: CloudWatch;
  readonly logs: CloudWatchLogs;
  readonly dynamodb: DynamoDB;
  readonly ec2: EC2;
  readonly ecs: ECS;
  readonly elbv2: ElasticLoadBalancingV2;
  readonly events: EventBridge;
  readonly iam: IAM;
  readonly kms: KMS;
  readonly lambda: Lambda;
  readonly rds: RDS;
  readonly route53: Route53;
  readonly s3: S3;
  readonly secrets: SecretsManager;
  readonly sns: SNS;
  readonly sqs: SQS;
  readonly ssm: SSM;
  readonly sts: STS;
}

export interface ClientConfig {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
}

interface AnyClient {
  readonly config: { readonly serviceId: string };
  readonly middlewareStack: {
    add(middleware: never, options: { readonly step: 'initialize'; readonly name: string }): void;
  };
}

export interface ClientOptions {
  readonly endpoint: string;
  readonly recorder: Recorder;
  readonly persona: PersonaName;
  readonly answer?: Answer;
}

type Service = Exclude<keyof Clients, 'of'>;

/** Package, client, and extra configuration. */
const services: Readonly<Record<Service, readonly [string, string, object?]>> = {
  applicationAutoscaling: ['application-auto-scaling', 'ApplicationAutoScaling'],
  autoscaling: ['auto-scaling', 'AutoScaling'],
  cloudwatch: ['cloudwatch', 'CloudWatch'],
  logs: ['cloudwatch-logs', 'CloudWatchLogs'],
  dynamodb: ['dynamodb', 'DynamoDB'],
  ec2: ['ec2', 'EC2'],
  ecs: ['ecs', 'ECS'],
  elbv2: ['elastic-load-balancing-v2', 'ElasticLoadBalancingV2'],
  events: ['eventbridge', 'EventBridge'],
  iam: ['iam', 'IAM'],
  kms: ['kms', 'KMS'],
  lambda: ['lambda', 'Lambda'],
  rds: ['rds', 'RDS'],
  route53: ['route-53', 'Route53'],
  s3: ['s3', 'S3', { forcePathStyle: true }],
  secrets: ['secrets-manager', 'SecretsManager'],
  sns: ['sns', 'SNS'],
  sqs: ['sqs', 'SQS', { useQueueUrlAsEndpoint: false }],
  ssm: ['ssm', 'SSM'],
  sts: ['sts', 'STS'],
};

/** Importing every package takes seconds, and most files need only a few. */
const require = createRequire(import.meta.url);

export function createClients(options: ClientOptions): Clients {
  const config: ClientConfig = {
    endpoint: options.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  const recorded = <T extends AnyClient>(client: T): T => {
    const { serviceId } = client.config;
    const middleware = options.recorder.middleware(serviceId, options.persona, options.answer);
    client.middlewareStack.add(middleware as never, { step: 'initialize', name: 'recorder' });
    return client;
  };
  const make = (service: Service): AnyClient => {
    const [name, client, more] = services[service];
    const Client = require(`@aws-sdk/client-${name}`)[client] as new (config: object) => AnyClient;
    return recorded(new Client({ ...config, ...more }));
  };
  const made = new Map<Service, AnyClient>();
  const once = (service: Service): AnyClient => {
    const client = made.get(service) ?? make(service);
    made.set(service, client);
    return client;
  };
  const getters = Object.keys(services).map((service) => [
    service,
    { enumerable: true, get: () => once(service as Service) },
  ]);
  const of: Clients['of'] = (client) => recorded(new client(config));
  return Object.defineProperties({ of }, Object.fromEntries(getters)) as Clients;
}
