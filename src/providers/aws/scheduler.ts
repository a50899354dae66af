import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { number } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const schedule = 'aws_scheduler_schedule';
const group = 'aws_scheduler_schedule_group';

/** A name is unique in its group. Without a group the call means `default`. */
function idOf({ request }: AuditEvent): string {
  return `${textAt(request, 'groupName') ?? 'default'}/${requireText(request, 'name')}`;
}

const scheduleRef = (event: AuditEvent): ResourceRef => refTo(schedule, { id: idOf(event) });

const attributes = {
  description: 'description',
  end_date: 'endDate',
  'flexible_time_window.0.maximum_window_in_minutes': number(
    'flexibleTimeWindow.maximumWindowInMinutes',
  ),
  'flexible_time_window.0.mode': 'flexibleTimeWindow.mode',
  kms_key_arn: 'kmsKeyArn',
  schedule_expression: 'scheduleExpression',
  schedule_expression_timezone: 'scheduleExpressionTimezone',
  start_date: 'startDate',
  state: 'state',
  'target.0.arn': 'target.arn',
  'target.0.input': 'target.input',
  'target.0.role_arn': 'target.roleArn',
  'target.0.dead_letter_config.0.arn': 'target.deadLetterConfig.arn',
  'target.0.retry_policy.0.maximum_event_age_in_seconds': number(
    'target.retryPolicy.maximumEventAgeInSeconds',
  ),
  'target.0.retry_policy.0.maximum_retry_attempts': number(
    'target.retryPolicy.maximumRetryAttempts',
  ),
};

export const schedulerEntries = aws('scheduler.amazonaws.com', [
  {
    type: schedule,
    identity: scheduleRef,
    fixed: { name: 'name', group_name: 'groupName' },
    fields: attributes,
    defaults: { group_name: 'default', schedule_expression_timezone: 'UTC', state: 'ENABLED' },
    importId: idOf,
    resets: {
      description: '',
      end_date: '',
      kms_key_arn: '',
      schedule_expression_timezone: 'UTC',
      start_date: '',
      state: 'ENABLED',
    },
    calls: {
      CreateSchedule: 'create',
      UpdateSchedule: 'replace',
      DeleteSchedule: 'delete',
    },
  },
  {
    type: group,
    identity: [{ name: 'name' }],
    fields: { name: 'name' },
    tags: 'tags',
    importId: 'name',
    calls: {
      CreateScheduleGroup: 'create',
      DeleteScheduleGroup: 'delete',
    },
  },
]);
