import type { AuditEvent } from '../../model/event.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { catalogName } from '../catalog/identity.ts';
import { items, objectsAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, via } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service, specifiedTags, toGroupIds, toProfileName } from './ec2.ts';

/**
 * `instance` is the one in the response, which has the values that the request left to defaults.
 */
const launched: CatalogAttributes = {
  ami: 'instance.imageId',
  availability_zone: 'instance.placement.availabilityZone',
  disable_api_stop: bool('disableApiStop'),
  disable_api_termination: bool('disableApiTermination'),
  ebs_optimized: bool('ebsOptimized'),
  iam_instance_profile: via('iamInstanceProfile', toProfileName),
  instance_initiated_shutdown_behavior: 'instanceInitiatedShutdownBehavior',
  instance_type: 'instance.instanceType',
  key_name: 'instance.keyName',
  monitoring: bool('monitoring.enabled'),
  private_ip: 'privateIpAddress',
  subnet_id: 'instance.subnetId',
  tenancy: 'tenancy',
  user_data: 'userData',
  vpc_security_group_ids: via('instance.groupSet', toGroupIds),
  'credit_specification.0.cpu_credits': 'creditSpecification.cpuCredits',
  'metadata_options.0.http_endpoint': 'metadataOptions.httpEndpoint',
  'metadata_options.0.http_put_response_hop_limit': number(
    'metadataOptions.httpPutResponseHopLimit',
  ),
  'metadata_options.0.http_tokens': 'metadataOptions.httpTokens',
  'metadata_options.0.instance_metadata_tags': 'metadataOptions.instanceMetadataTags',
};

const instanceDefaults = {
  disable_api_stop: false,
  disable_api_termination: false,
  ebs_optimized: false,
  instance_initiated_shutdown_behavior: 'stop',
  monitoring: false,
  tenancy: 'default',
};

const spec: CreateSpec = {
  type: 'aws_instance',
  keys: [{ id: 'instance.instanceId' }],
  attributes: launched,
  defaults: instanceDefaults,
  tags: specifiedTags('instance'),
  importId: 'instance.instanceId',
};

/** `RunInstances` creates one `aws_instance` for each instance in the response. */
export const runInstances: readonly CatalogEntry[] = aws({
  service: ec2Service,
  type: 'aws_instance',
  identity: spec.keys,
  fields: {},
  tags: specifiedTags('instance'),
  defaults: instanceDefaults,
  calls: { RunInstances: { special: launch, reads: launched } },
});

function launch(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  if (isOwned(event)) return [];
  return objectsAt(event.response, 'instancesSet').flatMap((instance) => {
    const merged = { ...event, request: { ...event.request, instance } };
    return creationEntry(merged, estate, spec, catalogName(merged, estate, spec));
  });
}

/**
 * Instances of an Auto Scaling group or a fleet belong to that, so Terraform does not manage them.
 */
function isOwned(event: AuditEvent): boolean {
  if (event.caller.invokedBy === 'autoscaling.amazonaws.com') return true;
  const owners = ['aws:autoscaling:groupName', 'aws:ec2:fleet-id'];
  return items(specifiedTags('instance')(event)).some((tag) =>
    owners.includes(textAt(tag, 'key') ?? ''),
  );
}
