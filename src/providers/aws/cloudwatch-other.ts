import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { toTextSet } from '../catalog/convert.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { refTo } from '../catalog/effects.ts';
import { globalArn, localRef, refByName } from '../catalog/naming.ts';
import { objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import { bool, built, jsonField } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { cloudwatchService, compositeAlarm, metricAlarm, taggedAlarm } from './cloudwatch-alarm.ts';

const dashboard = 'aws_cloudwatch_dashboard';
const stream = 'aws_cloudwatch_metric_stream';

function dashboardRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'dashboardName');
  const arn = globalArn(event, 'cloudwatch', `dashboard/${name}`);
  return localRef(event, estate, dashboard, { dashboard_name: name }, arn, 'dashboard_arn');
}

function filters(path: string) {
  return ({ request }: AuditEvent): Json | undefined => {
    const found = objectsAt(request, path);
    if (found.length === 0) return undefined;
    return found.map((item) =>
      withoutDefaults({
        namespace: textAt(item, 'namespace'),
        metric_names: toTextSet(requestAt(item, 'metricNames') ?? []) ?? [],
      }),
    );
  };
}

function tagged({ request }: AuditEvent, estate: Estate): ResourceRef | undefined {
  const arn = requireText(request, 'resourceArn');
  if (arn.includes(':alarm:')) return taggedAlarm(estate, arn);
  return arn.includes(':metric-stream/') ? refTo(stream, { arn }) : undefined;
}

export const cloudwatchOtherEntries = aws(cloudwatchService, [
  {
    type: dashboard,
    identity: dashboardRef,
    fields: { dashboard_name: 'dashboardName', dashboard_body: jsonField('dashboardBody') },
    importId: 'dashboardName',
    calls: {
      PutDashboard: 'put',
      DeleteDashboards: { does: 'delete', each: { in: 'dashboardNames', as: 'dashboardName' } },
    },
  },
  {
    type: stream,
    identity: refByName(stream, 'name', ['cloudwatch', 'metric-stream/']),
    fields: {
      name: 'name',
      exclude_filter: built(filters('excludeFilters')),
      firehose_arn: 'firehoseArn',
      include_filter: built(filters('includeFilters')),
      include_linked_accounts_metrics: bool('includeLinkedAccountsMetrics'),
      output_format: 'outputFormat',
      role_arn: 'roleArn',
    },
    tags: 'tags',
    defaults: { include_linked_accounts_metrics: false },
    importId: 'name',
    resets: { exclude_filter: [], include_filter: [], include_linked_accounts_metrics: false },
    calls: {
      PutMetricStream: 'put',
      DeleteMetricStream: 'delete',
    },
  },
  {
    type: metricAlarm,
    also: [compositeAlarm, stream],
    identity: tagged,
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
  {
    ignores: [
      'DeleteAnomalyDetector',
      'PutAnomalyDetector',
      'PutMetricData',
      'SetAlarmState',
      'StartMetricStreams',
      'StopMetricStreams',
    ],
  },
]);
