import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { toTextSet } from '../catalog/convert.ts';
import {
  bool,
  built,
  deletes,
  ignores,
  jsonField,
  tagging,
  withoutDefaults,
} from '../catalog/define.ts';
import { deleteEffect, refTo } from '../catalog/effects.ts';
import { globalArn, localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { objectsAt, requestAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { cloudwatchService, compositeAlarm, metricAlarm, taggedAlarm } from './cloudwatch-alarm.ts';

const dashboard = 'aws_cloudwatch_dashboard';
const stream = 'aws_cloudwatch_metric_stream';

function dashboardRef(event: AuditEvent, estate: Estate, name: string): ResourceRef {
  const arn = globalArn(event, 'cloudwatch', `dashboard/${name}`);
  return localRef(event, estate, dashboard, { dashboard_name: name }, arn, 'dashboard_arn');
}

function streamRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'name');
  const arn = arnIn(event, 'cloudwatch', `metric-stream/${name}`);
  return localRef(event, estate, stream, { name }, arn);
}

function filters(path: string) {
  return ({ request }: AuditEvent): Json | undefined => {
    const found = objectsAt(request, path);
    if (found.length === 0) return undefined;
    return found.map((item) =>
      withoutDefaults(
        {
          namespace: textAt(item, 'namespace') ?? null,
          metric_names: toTextSet(requestAt(item, 'metricNames') ?? []) ?? [],
        },
        {},
      ),
    );
  };
}

function tagged({ request }: AuditEvent, estate: Estate): ResourceRef | undefined {
  const arn = requireText(request, 'resourceArn');
  if (arn.includes(':alarm:')) return taggedAlarm(estate, arn);
  return arn.includes(':metric-stream/') ? refTo(stream, { arn }) : undefined;
}

export const cloudwatchOtherEntries: readonly CatalogEntry[] = [
  puts({
    service: cloudwatchService,
    operations: ['PutDashboard'],
    type: dashboard,
    keys: (event, estate) =>
      dashboardRef(event, estate, requireText(event.request, 'dashboardName')),
    attributes: { dashboard_name: 'dashboardName', dashboard_body: jsonField('dashboardBody') },
    importId: 'dashboardName',
  }),
  {
    service: cloudwatchService,
    operations: ['DeleteDashboards'],
    types: [dashboard],
    effects: (event, estate) =>
      textsAt(event.request, 'dashboardNames').map((name) =>
        deleteEffect(dashboardRef(event, estate, name)),
      ),
  },
  puts({
    service: cloudwatchService,
    operations: ['PutMetricStream'],
    type: stream,
    keys: streamRef,
    attributes: {
      name: 'name',
      exclude_filter: built(filters('excludeFilters')),
      firehose_arn: 'firehoseArn',
      include_filter: built(filters('includeFilters')),
      include_linked_accounts_metrics: bool('includeLinkedAccountsMetrics'),
      output_format: 'outputFormat',
      role_arn: 'roleArn',
    },
    resets: { exclude_filter: [], include_filter: [], include_linked_accounts_metrics: false },
    tags: 'tags',
    defaults: { include_linked_accounts_metrics: false },
    importId: 'name',
  }),
  deletes({
    service: cloudwatchService,
    operations: ['DeleteMetricStream'],
    type: stream,
    keys: streamRef,
  }),
  ...tagging({
    service: cloudwatchService,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [metricAlarm, compositeAlarm, stream],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: tagged,
  }),
  ignores(cloudwatchService, [
    'DeleteAnomalyDetector',
    'PutAnomalyDetector',
    'PutMetricData',
    'SetAlarmState',
    'StartMetricStreams',
    'StopMetricStreams',
  ]),
];
