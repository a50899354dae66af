import type { AuditEvent } from '../../model/event.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { createEffect, deleteEffect, refTo } from '../catalog/effects.ts';
import { requireText, textsAt } from '../catalog/request.ts';
import { bool, number } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { DraftEffect } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const type = 'aws_flow_log';

const watched: Readonly<Record<string, string>> = {
  NetworkInterface: 'eni_id',
  Subnet: 'subnet_id',
  TransitGateway: 'transit_gateway_id',
  TransitGatewayAttachment: 'transit_gateway_attachment_id',
  VPC: 'vpc_id',
};

/**
 * Creates one flow log for each watched resource; the response lists their ids in the same order.
 */
function createFlowLogs(event: AuditEvent): readonly DraftEffect[] {
  const ids = textsAt(event.response, 'flowLogIdSet');
  const resources = textsAt(event.request, 'resourceId');
  const attribute = watched[requireText(event.request, 'resourceType')] ?? 'vpc_id';
  const tags = tagMap(specifiedTags('vpc-flow-log')(event));
  const attributes = elementAttributes(event, event.request, {
    iam_role_arn: 'deliverLogsPermissionArn',
    log_destination: 'logDestination',
    log_destination_type: 'logDestinationType',
    log_format: 'logFormat',
    log_group_name: 'logGroupName',
    max_aggregation_interval: number('maxAggregationInterval'),
    traffic_type: 'trafficType',
    'destination_options.0.file_format': 'destinationOptions.fileFormat',
    'destination_options.0.per_hour_partition': bool('destinationOptions.perHourPartition'),
  });
  return ids.map((id, index) =>
    createEffect(
      refTo(type, { id }),
      {
        ...attributes,
        ...(resources[index] === undefined ? {} : { [attribute]: resources[index] }),
        ...(tags === null ? {} : { tags }),
      },
      { importId: id },
    ),
  );
}

export const flowLogEntries = aws(service, [
  {
    type,
    identity: [{ id: 'flowLogId' }],
    calls: {
      CreateFlowLogs: { special: createFlowLogs },
      DeleteFlowLogs: { special: deleteFlowLogs },
    },
  },
]);

/** Some records have the list of ids under the singular name. */
function deleteFlowLogs({ request }: AuditEvent): readonly DraftEffect[] {
  return [...textsAt(request, 'flowLogId'), ...textsAt(request, 'flowLogIds')].map((id) =>
    deleteEffect(refTo(type, { id })),
  );
}
