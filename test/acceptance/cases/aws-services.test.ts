import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { Backup } from '@aws-sdk/client-backup';
import { CodeBuild } from '@aws-sdk/client-codebuild';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { ECR } from '@aws-sdk/client-ecr';
import { EFS } from '@aws-sdk/client-efs';
import { ElastiCache } from '@aws-sdk/client-elasticache';
import { Glue } from '@aws-sdk/client-glue';
import { GuardDuty } from '@aws-sdk/client-guardduty';
import { Kinesis, type KinesisClientConfig } from '@aws-sdk/client-kinesis';
import { Scheduler } from '@aws-sdk/client-scheduler';
import type { SQS } from '@aws-sdk/client-sqs';
import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const services = useProject('aws-services');

/** The client prefers HTTP/2, which the emulator does not speak. */
function kinesisOver({ config: { requestHandler } }: SQS): typeof Kinesis {
  return class extends Kinesis {
    constructor(config: KinesisClientConfig) {
      super({ ...config, requestHandler });
    }
  } as typeof Kinesis;
}

const lifecycle = (days: number) =>
  JSON.stringify({
    rules: [
      {
        rulePriority: 1,
        description: 'Drop untagged images',
        selection: {
          tagStatus: 'untagged',
          countType: 'sinceImagePushed',
          countUnit: 'days',
          countNumber: days,
        },
        action: { type: 'expire' },
      },
    ],
  });

const pull = (...actions: readonly string[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Sid: 'Pull', Effect: 'Allow', Principal: '*', Action: actions }],
  });

runCases(services, 'one change a type', [
  {
    name: 'mutability of a repository',
    by: 'cli human',
    act: (cloud) =>
      cloud.of(ECR).putImageTagMutability({
        repositoryName: 'atlas/worker',
        imageTagMutability: 'MUTABLE',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ecr_repository.this["worker"]'],
      in: ['terraform.tfvars'],
      writes: ['mutable = true'],
    },
  },
  {
    name: 'days in a lifecycle policy',
    by: 'console human',
    act: (cloud) =>
      cloud.of(ECR).putLifecyclePolicy({
        repositoryName: 'atlas/api',
        lifecyclePolicyText: lifecycle(30),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ecr_lifecycle_policy.api'],
      in: ['images.tf'],
      writes: ['countNumber = 30'],
    },
  },
  {
    name: 'action in a repository policy',
    by: 'on call',
    act: (cloud) =>
      cloud.of(ECR).setRepositoryPolicy({
        repositoryName: 'atlas/api',
        policyText: pull('ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ecr_repository_policy.api'],
      in: ['images.tf'],
      writes: ['ecr:GetDownloadUrlForLayer'],
    },
  },
  {
    name: 'a build project that somebody deleted',
    by: 'console human',
    act: (cloud) => cloud.of(CodeBuild).deleteProject({ name: 'atlas-images' }),
    expect: {
      kind: 'removed',
      at: ['aws_codebuild_project.images'],
      in: ['images.tf'],
      drops: ['resource "aws_codebuild_project" "images" {'],
    },
  },
  {
    name: 'password length of a user pool',
    by: 'security bot',
    act: (cloud) =>
      cloud.of(CognitoIdentityProvider).updateUserPool({
        UserPoolId: cloud.text('aws_cognito_user_pool.staff'),
        DeletionProtection: 'INACTIVE',
        Policies: {
          PasswordPolicy: {
            MinimumLength: 16,
            RequireLowercase: true,
            RequireNumbers: true,
            RequireSymbols: false,
            RequireUppercase: true,
            TemporaryPasswordValidityDays: 7,
          },
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cognito_user_pool.staff'],
      in: ['variables.tf'],
      writes: ['default = 16'],
    },
  },
  {
    name: 'validity of tokens of a pool client',
    by: 'console human',
    act: (cloud) =>
      cloud.of(CognitoIdentityProvider).updateUserPoolClient({
        UserPoolId: cloud.text('aws_cognito_user_pool.staff'),
        ClientId: cloud.text('aws_cognito_user_pool_client.web'),
        ClientName: 'web',
        IdTokenValidity: 8,
        AccessTokenValidity: 1,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cognito_user_pool_client.web'],
      in: ['identity.tf'],
      writes: ['id_token_validity = 8'],
    },
  },
  {
    name: 'how often findings are published',
    by: 'security bot',
    act: (cloud) =>
      cloud.of(GuardDuty).updateDetector({
        DetectorId: cloud.text('aws_guardduty_detector.this'),
        FindingPublishingFrequency: 'FIFTEEN_MINUTES',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_guardduty_detector.this'],
      in: ['identity.tf'],
      writes: ['"FIFTEEN_MINUTES"'],
    },
  },
  {
    name: 'tags of a file system',
    by: 'cli human',
    act: (cloud) =>
      cloud.of(EFS).tagResource({
        ResourceId: cloud.text('aws_efs_file_system.shared'),
        Tags: [{ Key: 'Owner', Value: 'storage' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_efs_file_system.shared'],
      in: ['data.tf'],
      writes: ['Owner = "storage"'],
    },
  },
  {
    name: 'retention of a stream',
    by: 'on call',
    act: (cloud) =>
      cloud.of(kinesisOver(cloud.sqs)).increaseStreamRetentionPeriod({
        StreamName: 'atlas-clicks',
        RetentionPeriodHours: 96,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kinesis_stream.clicks'],
      in: ['variables.tf'],
      writes: ['default = 96'],
    },
  },
  {
    name: 'description of a database of the catalog',
    by: 'cli human',
    act: (cloud) =>
      cloud.of(Glue).updateDatabase({
        Name: 'atlas_events',
        DatabaseInput: { Name: 'atlas_events', Description: 'Raw and cleaned events' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_glue_catalog_database.events'],
      in: ['data.tf'],
      writes: ['"Raw and cleaned events"'],
    },
  },
  {
    name: 'a backup vault that somebody deleted',
    by: 'console human',
    act: (cloud) => cloud.of(Backup).deleteBackupVault({ BackupVaultName: 'atlas-main' }),
    expect: {
      kind: 'removed',
      at: ['aws_backup_vault.main'],
      in: ['data.tf'],
      drops: ['resource "aws_backup_vault" "main" {'],
    },
  },
  {
    name: 'tags of a cache subnet group',
    by: 'cli human',
    act: (cloud) =>
      cloud.of(ElastiCache).addTagsToResource({
        ResourceName: cloud.text('aws_elasticache_subnet_group.cache', 'arn'),
        Tags: [{ Key: 'Owner', Value: 'cache' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_elasticache_subnet_group.cache'],
      in: ['data.tf'],
      writes: ['Owner = "cache"'],
    },
  },
  {
    name: 'when a schedule runs',
    by: 'on call',
    act: (cloud) =>
      cloud.of(Scheduler).updateSchedule({
        Name: 'atlas-nightly',
        State: 'ENABLED',
        ScheduleExpression: 'rate(6 hours)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: cloud.text('aws_sqs_queue.jobs', 'arn'),
          RoleArn: cloud.text('aws_iam_role.clock', 'arn'),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_scheduler_schedule.nightly'],
      in: ['clock.tf'],
      writes: ['rate(6 hours)'],
    },
  },
  {
    name: 'description of a REST API',
    by: 'console human',
    act: (cloud) =>
      cloud.of(APIGateway).updateRestApi({
        restApiId: cloud.text('aws_api_gateway_rest_api.partners'),
        patchOperations: [{ op: 'replace', path: '/description', value: 'For partners only' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_api_gateway_rest_api.partners'],
      in: ['apis.tf'],
      writes: ['"For partners only"'],
    },
  },
  {
    name: 'description and a variable of a stage',
    by: 'cli human',
    act: (cloud) =>
      cloud.of(APIGateway).updateStage({
        restApiId: cloud.text('aws_api_gateway_rest_api.partners'),
        stageName: 'live',
        patchOperations: [
          { op: 'replace', path: '/description', value: 'Live for partners' },
          { op: 'replace', path: '/variables/color', value: 'green' },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_api_gateway_stage.live'],
      in: ['apis.tf'],
      writes: ['"Live for partners"', 'color = "green"'],
    },
  },
  {
    name: 'description of an HTTP API',
    by: 'console human',
    act: (cloud) =>
      cloud.of(ApiGatewayV2).updateApi({
        ApiId: cloud.text('aws_apigatewayv2_api.web'),
        Description: 'Behind the web site and the app',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_apigatewayv2_api.web'],
      in: ['apis.tf'],
      writes: ['"Behind the web site and the app"'],
    },
  },
  {
    name: 'a stage of an HTTP API that somebody deleted',
    by: 'on call',
    act: (cloud) =>
      cloud.of(ApiGatewayV2).deleteStage({
        ApiId: cloud.text('aws_apigatewayv2_api.web'),
        StageName: '$default',
      }),
    expect: {
      kind: 'removed',
      at: ['aws_apigatewayv2_stage.web'],
      in: ['apis.tf'],
      drops: ['resource "aws_apigatewayv2_stage" "web" {'],
    },
  },
]);
