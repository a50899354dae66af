import type { Json } from '../../../src/model/json.ts';

/** The SDK clients whose models contain the operations of a service. */
export const clients: Readonly<Record<string, readonly string[]>> = {
  apigateway: ['api-gateway', 'apigatewayv2'],
  'application-autoscaling': ['application-auto-scaling'],
  autoscaling: ['auto-scaling', 'application-auto-scaling'],
  backup: ['backup'],
  cloudtrail: ['cloudtrail'],
  codebuild: ['codebuild'],
  'cognito-idp': ['cognito-identity-provider'],
  dynamodb: ['dynamodb'],
  ec2: ['ec2'],
  ecr: ['ecr'],
  ecs: ['ecs'],
  elasticache: ['elasticache'],
  elasticfilesystem: ['efs'],
  elasticloadbalancing: ['elastic-load-balancing-v2'],
  events: ['eventbridge'],
  glue: ['glue'],
  guardduty: ['guardduty'],
  iam: ['iam'],
  kinesis: ['kinesis'],
  kms: ['kms'],
  lambda: ['lambda'],
  logs: ['cloudwatch-logs'],
  monitoring: ['cloudwatch'],
  rds: ['rds'],
  route53: ['route-53'],
  s3: ['s3'],
  scheduler: ['scheduler'],
  secretsmanager: ['secrets-manager'],
  sns: ['sns'],
  sqs: ['sqs'],
  ssm: ['ssm'],
  sts: ['sts'],
};

/** Members that CloudTrail logs under another name: logged name -> name in the model. */
export const loggedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ec2: {
    aclProtocol: 'Protocol',
    blockDeviceMapping: 'BlockDeviceMappings',
    blockDeviceMappingSet: 'BlockDeviceMappings',
    groupSet: 'Groups',
    instancesSet: 'InstanceIds',
    networkInterface: 'NetworkInterfaces',
    networkInterfaceSet: 'NetworkInterfaces',
    resourcesSet: 'Resources',
    securityGroup: 'SecurityGroups',
    securityGroupId: 'SecurityGroupIds',
    securityGroupIdSet: 'SecurityGroupIds',
    securityGroupSet: 'SecurityGroups',
    Tag: 'Tags',
    tagSet: 'Tags',
    tagSpecification: 'TagSpecifications',
    tagSpecificationSet: 'TagSpecifications',
    zone: 'AvailabilityZone',
  },
  rds: { dBPortNumber: 'Port' },
  route53: { hostedZoneId: 'Id' },
  s3: { bucketName: 'Bucket', bucketPolicy: 'Policy' },
};

/** Services whose lists are logged as in XML: inside an object, under the name of the element. */
export const xmlServices: ReadonlySet<string> = new Set(['s3']);

/** Example values for members whose content a catalog entry interprets. */
export const values: Readonly<Record<string, Json>> = {
  Action: 'CREATE',
  DefaultVersion: '1',
  Field: 'path-pattern',
  Scheme: 'internal',
  assignPublicIp: 'ENABLED',
  MFADelete: 'Enabled',
};
