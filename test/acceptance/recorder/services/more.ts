import type { ServiceLog } from '../service.ts';
import { plainService } from './plain.ts';

/** Services that print their calls as most do. REST and HTTP APIs share one event source. */
export const moreServices: Readonly<Record<string, ServiceLog>> = {
  'API Gateway': plainService('apigateway.amazonaws.com'),
  ApiGatewayV2: plainService('apigateway.amazonaws.com', {
    mask: (_operation, member, value) => (member === 'StageVariables' ? '***' : value),
  }),
  Backup: plainService('backup.amazonaws.com'),
  CodeBuild: plainService('codebuild.amazonaws.com'),
  'Cognito Identity Provider': plainService('cognito-idp.amazonaws.com'),
  ECR: plainService('ecr.amazonaws.com'),
  EFS: plainService('elasticfilesystem.amazonaws.com'),
  ElastiCache: plainService('elasticache.amazonaws.com'),
  Glue: plainService('glue.amazonaws.com'),
  GuardDuty: plainService('guardduty.amazonaws.com'),
  Kinesis: plainService('kinesis.amazonaws.com'),
  Scheduler: plainService('scheduler.amazonaws.com'),
};
