import { ApplicationAutoScaling } from '@aws-sdk/client-application-auto-scaling';
import { AutoScaling } from '@aws-sdk/client-auto-scaling';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EC2 } from '@aws-sdk/client-ec2';
import { ECS } from '@aws-sdk/client-ecs';
import { ElasticLoadBalancingV2 } from '@aws-sdk/client-elastic-load-balancing-v2';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { RDS } from '@aws-sdk/client-rds';
import { Route53 } from '@aws-sdk/client-route-53';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import type { PersonaName } from './personas.ts';
import type { Answer, Recorder } from './recorder.ts';

/** Clients of one persona; every call they make is recorded. */
export interface Clients {
  /** A client of a service that few cases need. */
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
  const made = new Map<string, unknown>();
  /** Most cases call one service or two. */
  function once<T extends AnyClient>(name: string, make: () => T): T {
    const client = (made.get(name) as T | undefined) ?? recorded(make());
    made.set(name, client);
    return client;
  }
  return {
    of: (client) => recorded(new client(config)),
    get applicationAutoscaling() {
      return once('applicationAutoscaling', () => new ApplicationAutoScaling(config));
    },
    get autoscaling() {
      return once('autoscaling', () => new AutoScaling(config));
    },
    get cloudwatch() {
      return once('cloudwatch', () => new CloudWatch(config));
    },
    get logs() {
      return once('logs', () => new CloudWatchLogs(config));
    },
    get dynamodb() {
      return once('dynamodb', () => new DynamoDB(config));
    },
    get ec2() {
      return once('ec2', () => new EC2(config));
    },
    get ecs() {
      return once('ecs', () => new ECS(config));
    },
    get elbv2() {
      return once('elbv2', () => new ElasticLoadBalancingV2(config));
    },
    get events() {
      return once('events', () => new EventBridge(config));
    },
    get iam() {
      return once('iam', () => new IAM(config));
    },
    get kms() {
      return once('kms', () => new KMS(config));
    },
    get lambda() {
      return once('lambda', () => new Lambda(config));
    },
    get rds() {
      return once('rds', () => new RDS(config));
    },
    get route53() {
      return once('route53', () => new Route53(config));
    },
    get s3() {
      return once('s3', () => new S3({ ...config, forcePathStyle: true }));
    },
    get secrets() {
      return once('secrets', () => new SecretsManager(config));
    },
    get sns() {
      return once('sns', () => new SNS(config));
    },
    get sqs() {
      return once('sqs', () => new SQS({ ...config, useQueueUrlAsEndpoint: false }));
    },
    get ssm() {
      return once('ssm', () => new SSM(config));
    },
    get sts() {
      return once('sts', () => new STS(config));
    },
  };
}
