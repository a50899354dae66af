import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, refTo } from '../catalog/effects.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import { response, setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const amiPermission = 'aws_ami_launch_permission';
const snapshotPermission = 'aws_snapshot_create_volume_permission';

/** Member of a launch permission -> attribute. */
const grantees = [
  ['userId', 'account_id'],
  ['group', 'group'],
  ['organizationArn', 'organization_arn'],
  ['organizationalUnitArn', 'organizational_unit_arn'],
] as const;

function granteeOf(item: JsonObject): readonly [attribute: string, value: string] | undefined {
  for (const [member, attribute] of grantees) {
    const value = textAt(item, member);
    if (value !== undefined) return [attribute, value];
  }
  return undefined;
}

/** Each launch permission of an image is a separate resource. */
function modifyImage(event: AuditEvent): readonly DraftEffect[] {
  const image = requireText(event.request, 'imageId');
  const parent = refTo('aws_ami', { id: image });
  const permissions = (list: string) =>
    objectsAt(event.request, `launchPermission.${list}`).map(granteeOf).filter(isPresent);
  const ref = (attribute: string, value: string) =>
    refTo(amiPermission, { image_id: image, [attribute]: value });
  return [
    ...setMembers(event, parent, { description: 'description' }),
    ...permissions('add').map(([attribute, value]) =>
      createEffect(
        ref(attribute, value),
        { image_id: image, [attribute]: value },
        { importId: `${value}/${image}`, parent },
      ),
    ),
    ...permissions('remove').map(([attribute, value]) => deleteEffect(ref(attribute, value))),
  ];
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Terraform has no type for a snapshot that is shared with everyone. */
function modifySnapshot({ request }: AuditEvent): readonly DraftEffect[] {
  const snapshot = requireText(request, 'snapshotId');
  const accounts = (list: string) =>
    objectsAt(request, `createVolumePermission.${list}`)
      .map((item) => textAt(item, 'userId'))
      .filter(isPresent);
  const ref = (account: string) =>
    refTo(
      snapshotPermission,
      { id: `${snapshot}-${account}` },
      { snapshot_id: snapshot, account_id: account },
    );
  const parent = refTo('aws_ebs_snapshot', { id: snapshot });
  return [
    ...accounts('add').map((account) =>
      createEffect(ref(account), { snapshot_id: snapshot, account_id: account }, { parent }),
    ),
    ...accounts('remove').map((account) => deleteEffect(ref(account))),
  ];
}

/** Images, snapshots, and the permissions to use them. */
export const imageEntries: readonly CatalogEntry[] = [
  ...aws(service, [
    {
      type: 'aws_ami_from_instance',
      identity: [{ id: response('imageId') }],
      fields: { description: 'description', name: 'name', source_instance_id: 'instanceId' },
      tags: specifiedTags('image'),
      importId: response('imageId'),
      calls: {
        CreateImage: 'create',
      },
    },
    {
      type: 'aws_ami',
      aliases: ['aws_ami_copy', 'aws_ami_from_instance'],
      identity: [{ id: 'imageId' }],
      calls: {
        DeregisterImage: 'delete',
        ModifyImageAttribute: { special: modifyImage, also: [amiPermission] },
      },
    },
    {
      type: 'aws_ebs_snapshot',
      aliases: ['aws_ebs_snapshot_copy', 'aws_ebs_snapshot_import'],
      identity: [{ id: 'snapshotId' }],
      created: [{ id: response('snapshotId') }],
      fields: { description: 'description', volume_id: 'volumeId' },
      tags: specifiedTags('snapshot'),
      importId: response('snapshotId'),
      parent: { type: 'aws_ebs_volume', keys: [{ id: 'volumeId' }] },
      calls: {
        CreateSnapshot: 'create',
        DeleteSnapshot: 'delete',
      },
    },
    { ignores: ['SharedSnapshotVolumeCreated', 'SharedSnapshotCopyInitiated'] },
  ]),
  ...untabled(service, [snapshotPermission], {
    ModifySnapshotAttribute: modifySnapshot,
  }),
];
