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
  return {
    of: (client) => recorded(new client(config)),
    applicationAutoscaling: recorded(new ApplicationAutoScaling(config)),
    autoscaling: recorded(new AutoScaling(config)),
    cloudwatch: recorded(new CloudWatch(config)),
    logs: recorded(new CloudWatchLogs(config)),
    dynamodb: recorded(new DynamoDB(config)),
    ec2: recorded(new EC2(config)),
    ecs: recorded(new ECS(config)),
    elbv2: recorded(new ElasticLoadBalancingV2(config)),
    events: recorded(new EventBridge(config)),
    iam: recorded(new IAM(config)),
    kms: recorded(new KMS(config)),
    lambda: recorded(new Lambda(config)),
    rds: recorded(new RDS(config)),
    route53: recorded(new Route53(config)),
    s3: recorded(new S3({ ...config, forcePathStyle: true })),
    secrets: recorded(new SecretsManager(config)),
    sns: recorded(new SNS(config)),
    sqs: recorded(new SQS({ ...config, useQueueUrlAsEndpoint: false })),
    ssm: recorded(new SSM(config)),
    sts: recorded(new STS(config)),
  };
}
