import { Backup } from '@aws-sdk/client-backup';
import { CodeBuild } from '@aws-sdk/client-codebuild';
import { ECR } from '@aws-sdk/client-ecr';
import { EFS } from '@aws-sdk/client-efs';
import { ElastiCache } from '@aws-sdk/client-elasticache';
import { Glue } from '@aws-sdk/client-glue';
import { Kinesis, type KinesisClientConfig } from '@aws-sdk/client-kinesis';
import type { Clients } from '../../recorder/clients.ts';
import { change, keyValues, type Mutator, removal, tagging, text } from '../mutator.ts';
import { withAction } from './documents.ts';

/** The client prefers HTTP/2, which the emulator does not speak. */
function kinesis(by: Clients): Kinesis {
  const { requestHandler } = by.sqs.config;
  class OverHttp extends Kinesis {
    constructor(config: KinesisClientConfig) {
      super({ ...config, requestHandler });
    }
  }
  return by.of(OverHttp);
}

const images: readonly Mutator[] = [
  change<string>({
    name: 'repository: tags of images',
    type: 'aws_ecr_repository',
    calls: ['ecr PutImageTagMutability'],
    from: 'image_tag_mutability',
    to: ['MUTABLE', 'IMMUTABLE'],
    set: (by, now, value) =>
      by.of(ECR).putImageTagMutability({
        repositoryName: text(now, 'name'),
        imageTagMutability: value === 'MUTABLE' ? 'MUTABLE' : 'IMMUTABLE',
      }),
  }),
  change<boolean>({
    name: 'repository: scans',
    type: 'aws_ecr_repository',
    calls: ['ecr PutImageScanningConfiguration'],
    from: 'image_scanning_configuration.0.scan_on_push',
    to: [true, false],
    set: (by, now, scanOnPush) =>
      by.of(ECR).putImageScanningConfiguration({
        repositoryName: text(now, 'name'),
        imageScanningConfiguration: { scanOnPush },
      }),
  }),
  tagging({
    name: 'repository',
    type: 'aws_ecr_repository',
    tag: [
      'ecr TagResource',
      (by, now, tags) =>
        by.of(ECR).tagResource({ resourceArn: text(now, 'arn'), tags: keyValues(tags) }),
    ],
    untag: [
      'ecr UntagResource',
      (by, now, tagKeys) =>
        by.of(ECR).untagResource({ resourceArn: text(now, 'arn'), tagKeys: [...tagKeys] }),
    ],
  }),
  change<string>({
    name: 'repository policy: action',
    type: 'aws_ecr_repository_policy',
    calls: ['ecr SetRepositoryPolicy'],
    from: 'policy',
    to: (now) => [withAction(now, 'ecr:DescribeImages')],
    set: (by, now, policyText) =>
      by.of(ECR).setRepositoryPolicy({ repositoryName: text(now, 'repository'), policyText }),
  }),
  change<string>({
    name: 'lifecycle of images: days',
    type: 'aws_ecr_lifecycle_policy',
    calls: ['ecr PutLifecyclePolicy'],
    from: 'policy',
    to: (now) => [now.replace(/"countNumber":\s*\d+/, '"countNumber":21')],
    set: (by, now, lifecyclePolicyText) =>
      by.of(ECR).putLifecyclePolicy({
        repositoryName: text(now, 'repository'),
        lifecyclePolicyText,
      }),
  }),
  removal({
    name: 'build: project deleted',
    type: 'aws_codebuild_project',
    calls: ['codebuild DeleteProject'],
    act: (by, now) => by.of(CodeBuild).deleteProject({ name: text(now, 'name') }),
  }),
];

const stores: readonly Mutator[] = [
  tagging({
    name: 'file system',
    type: 'aws_efs_file_system',
    tag: [
      'elasticfilesystem TagResource',
      (by, now, tags) =>
        by.of(EFS).tagResource({ ResourceId: text(now, 'id'), Tags: keyValues(tags) }),
    ],
    untag: [
      'elasticfilesystem UntagResource',
      (by, now, TagKeys) =>
        by.of(EFS).untagResource({ ResourceId: text(now, 'id'), TagKeys: [...TagKeys] }),
    ],
  }),
  change<number>({
    name: 'stream: hours',
    type: 'aws_kinesis_stream',
    calls: ['kinesis IncreaseStreamRetentionPeriod', 'kinesis DecreaseStreamRetentionPeriod'],
    from: 'retention_period',
    to: (now) => [now + 24, now + 72],
    set: async (by, now, RetentionPeriodHours) => {
      const stream = { StreamName: text(now, 'name'), RetentionPeriodHours };
      const { StreamDescriptionSummary: live } = await kinesis(by).describeStreamSummary(stream);
      return Number(live?.RetentionPeriodHours) > RetentionPeriodHours
        ? kinesis(by).decreaseStreamRetentionPeriod(stream)
        : kinesis(by).increaseStreamRetentionPeriod(stream);
    },
  }),
  tagging({
    name: 'stream',
    type: 'aws_kinesis_stream',
    tag: [
      'kinesis AddTagsToStream',
      (by, now, tags) =>
        kinesis(by).addTagsToStream({ StreamName: text(now, 'name'), Tags: { ...tags } }),
    ],
    untag: [
      'kinesis RemoveTagsFromStream',
      (by, now, TagKeys) =>
        kinesis(by).removeTagsFromStream({ StreamName: text(now, 'name'), TagKeys: [...TagKeys] }),
    ],
  }),
  tagging({
    name: 'subnets of a cache',
    type: 'aws_elasticache_subnet_group',
    tag: [
      'elasticache AddTagsToResource',
      (by, now, tags) =>
        by.of(ElastiCache).addTagsToResource({
          ResourceName: text(now, 'arn'),
          Tags: keyValues(tags),
        }),
    ],
    untag: [
      'elasticache RemoveTagsFromResource',
      (by, now, TagKeys) =>
        by.of(ElastiCache).removeTagsFromResource({
          ResourceName: text(now, 'arn'),
          TagKeys: [...TagKeys],
        }),
    ],
  }),
  change<string>({
    name: 'database of the catalog: description',
    type: 'aws_glue_catalog_database',
    calls: ['glue UpdateDatabase'],
    from: (now) => text(now, 'description'),
    to: ['Raw and cleaned', 'To be moved'],
    set: (by, now, Description) =>
      by.of(Glue).updateDatabase({
        Name: text(now, 'name'),
        DatabaseInput: { Name: text(now, 'name'), Description },
      }),
  }),
  removal({
    name: 'backups: vault deleted',
    type: 'aws_backup_vault',
    calls: ['backup DeleteBackupVault'],
    act: (by, now) => by.of(Backup).deleteBackupVault({ BackupVaultName: text(now, 'name') }),
  }),
];

/** Image repositories, builds, and data stores. */
export const services: readonly Mutator[] = [...images, ...stores];
