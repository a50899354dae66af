import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject } from '../../model/json.ts';
import { toTextMap, toTextOrNull } from '../catalog/convert.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { redactedEffect, setEffect, setLogged, unknownChange } from '../catalog/effects.ts';
import { items, itemsAt, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, set, setMembers, textField, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { codeEffects } from './lambda-code.ts';
import {
  functionKeys,
  functionName,
  lambdaFunction,
  lambdaService,
  readFunction,
} from './lambda-names.ts';

const type = lambdaFunction;

const settings: CatalogAttributes = {
  description: 'description',
  handler: 'handler',
  runtime: 'runtime',
  role: 'role',
  memory_size: number('memorySize'),
  timeout: number('timeout'),
  layers: list('layers'),
  kms_key_arn: via('kmsKeyArn', toTextOrNull),
  'ephemeral_storage.0.size': number('ephemeralStorage.size'),
  'image_config.0.command': list('imageConfig.command'),
  'image_config.0.entry_point': list('imageConfig.entryPoint'),
  'image_config.0.working_directory': 'imageConfig.workingDirectory',
  'logging_config.0.application_log_level': 'loggingConfig.applicationLogLevel',
  'logging_config.0.log_format': 'loggingConfig.logFormat',
  'logging_config.0.log_group': 'loggingConfig.logGroup',
  'logging_config.0.system_log_level': 'loggingConfig.systemLogLevel',
  'tracing_config.0.mode': 'tracingConfig.mode',
};

const fileSystem = (member: string) => (event: AuditEvent) =>
  requestAt(itemsAt(event.request, 'fileSystemConfigs')[0], member);

/** A block that a call removes by giving it empty. */
interface Block {
  readonly name: string;
  readonly member: string;
  /** The member that the request must have if the block exists. */
  readonly needs: string;
  readonly attributes: CatalogAttributes;
}

const blocks: readonly Block[] = [
  {
    name: 'dead_letter_config',
    member: 'deadLetterConfig',
    needs: 'deadLetterConfig.targetArn',
    attributes: { 'dead_letter_config.0.target_arn': 'deadLetterConfig.targetArn' },
  },
  {
    name: 'file_system_config',
    member: 'fileSystemConfigs',
    needs: 'fileSystemConfigs',
    attributes: {
      'file_system_config.0.arn': textField(fileSystem('arn')),
      'file_system_config.0.local_mount_path': textField(fileSystem('localMountPath')),
    },
  },
  {
    name: 'vpc_config',
    member: 'vpcConfig',
    needs: 'vpcConfig.subnetIds',
    attributes: {
      'vpc_config.0.ipv6_allowed_for_dual_stack': bool('vpcConfig.ipv6AllowedForDualStack'),
      'vpc_config.0.security_group_ids': set('vpcConfig.securityGroupIds'),
      'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds'),
    },
  },
];

function blockEffects(event: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  return blocks.flatMap(({ name, member, needs, attributes }) => {
    const given = requestAt(event.request, member);
    if (given === undefined) return [];
    const own = requestAt(event.request, needs);
    const isGone = items(given).length === 0 || (own !== undefined && items(own).length === 0);
    return isGone ? [setEffect(ref, [name], [])] : setMembers(event, ref, attributes);
  });
}

/** `None` in the API means a function without snapshots. */
function snapStart(event: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  const applyOn = textAt(event.request, 'snapStart.applyOn');
  if (applyOn === undefined) return [];
  if (applyOn === 'None') return [setEffect(ref, ['snap_start'], [])];
  return [setEffect(ref, ['snap_start', 0, 'apply_on'], applyOn)];
}

/** Request members that change nothing. */
const addressing: ReadonlySet<string> = new Set([
  'environment',
  'fullyQualifiedArn',
  'functionName',
  'revisionId',
]);

/**
 * Values of the environment never reach the log, and every record has `environment: {}`, whether
 * the call changed them or not. It counts as a change unless the function has no environment and
 * the call changed something else.
 */
function environment(
  event: AuditEvent,
  ref: ResourceRef,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const given = requestAt(event.request, 'environment');
  if (given === undefined) return [];
  const path = ['environment', 0, 'variables'];
  const variables = requestAt(given, 'variables');
  if (isJsonObject(variables) && Object.keys(variables).length > 0) {
    return [setLogged(ref, path, variables, toTextMap)];
  }
  const has = managed?.declares('environment') === true || hasItems(managed, 'environment');
  const isOther = Object.keys(event.request).some((member) => !addressing.has(member));
  if (managed !== undefined && !has && isOther) return [];
  return [redactedEffect(ref, path)];
}

function hasItems(managed: ManagedResource | undefined, attribute: string): boolean {
  return itemsAt(managed?.attributes, attribute).length > 0;
}

function updateConfiguration(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = functionKeys(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  return [
    ...setMembers(event, ref, settings),
    ...blockEffects(event, ref),
    ...snapStart(event, ref),
    ...environment(event, ref, estate.find(ref)),
  ];
}

const functionSpec: CreateSpec = {
  type,
  keys: functionKeys,
  attributes: {
    function_name: textField(functionName),
    ...settings,
    ...Object.assign({}, ...blocks.map(({ attributes }) => attributes)),
    'snap_start.0.apply_on': 'snapStart.applyOn',
    architectures: list('architectures'),
    image_uri: 'code.imageUri',
    package_type: 'packageType',
    publish: bool('publish'),
    s3_bucket: 'code.s3Bucket',
    s3_key: 'code.s3Key',
    s3_object_version: 'code.s3ObjectVersion',
    code_signing_config_arn: 'codeSigningConfigArn',
  },
  tags: 'tags',
  defaults: {
    architectures: ['x86_64'],
    ephemeral_storage: [{ size: 512 }],
    memory_size: 128,
    package_type: 'Zip',
    publish: false,
    snap_start: [{ apply_on: 'None' }],
    timeout: 3,
    tracing_config: [{ mode: 'PassThrough' }],
  },
  importId: functionName,
};

function createFunction(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = functionKeys(event, estate);
  return [
    ...creationEntry(event, estate, functionSpec, ref),
    ...environment(event, ref, undefined),
  ];
}

export const lambdaFunctionEntries = aws(lambdaService, [
  {
    type,
    identity: functionKeys,
    defaults: { ...functionSpec.defaults },
    calls: {
      CreateFunction: { special: createFunction, reads: functionSpec.attributes },
      UpdateFunctionCode: { special: codeEffects },
      PutFunctionConcurrency: {
        set: { reserved_concurrent_executions: number('reservedConcurrentExecutions') },
      },
      PutFunctionCodeSigningConfig: { set: { code_signing_config_arn: 'codeSigningConfigArn' } },
      // Terraform has -1 if there is no reservation.
      DeleteFunctionConcurrency: { to: { reserved_concurrent_executions: -1 } },
      DeleteFunctionCodeSigningConfig: { to: { code_signing_config_arn: null } },
      DeleteFunction: {
        does: 'delete',
        // With a qualifier, the call deletes one published version.
        by: (event, estate) =>
          readFunction(event).qualifier === undefined ? functionKeys(event, estate) : undefined,
      },
      UpdateFunctionConfiguration: { special: updateConfiguration },
    },
  },
  { ignores: ['Invoke', 'InvokeAsync', 'InvokeExecution', 'PublishVersion'] },
]);
