import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { toTextSet } from '../catalog/convert.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { member, requestAt, textAt } from '../catalog/request.ts';
import { bool, built } from '../catalog/sources.ts';
import { bucketPart, xmlItems, xmlTexts } from './s3-part.ts';

/** Matches the ids that the provider or S3 generates, which nobody writes in code. */
const generatedId = /^(tf-s3-|[0-9a-f]{8}-[0-9a-f]{4}-|[A-Za-z0-9+/]{46,}={0,2}$)/;

function filterValue(item: JsonObject, name: string): string | null {
  const key = member(requestAt(item, 'Filter'), 'S3Key') ?? requestAt(item, 'Filter.Key');
  const rules = [...xmlItems(key, 'FilterRule')];
  const found = rules.find((rule) => textAt(rule, 'Name')?.toLowerCase() === name);
  return textAt(found, 'Value') ?? null;
}

/**
 * Reads one kind of target, by the names of its elements in XML and in the API, into its attribute.
 */
function targets(element: string, plural: string, arns: readonly string[], attribute: string) {
  return ({ request }: AuditEvent): readonly JsonObject[] => {
    const given = requestAt(request, 'NotificationConfiguration');
    const list = xmlItems(given, element);
    const found = list.length > 0 ? list : xmlItems(given, plural);
    return found.map((item) => {
      const id = textAt(item, 'Id');
      const arn = arns.map((name) => textAt(item, name)).find((value) => value !== undefined);
      return withoutDefaults({
        [attribute]: arn,
        events: toTextSet(xmlTexts(item, 'Event')) ?? [],
        filter_prefix: filterValue(item, 'prefix'),
        filter_suffix: filterValue(item, 'suffix'),
        id: id === undefined || generatedId.test(id) ? null : id,
      });
    });
  };
}

const lambdas = targets(
  'CloudFunctionConfiguration',
  'LambdaFunctionConfiguration',
  ['CloudFunction', 'LambdaFunctionArn'],
  'lambda_function_arn',
);
const queues = targets(
  'QueueConfiguration',
  'QueueConfiguration',
  ['Queue', 'QueueArn'],
  'queue_arn',
);
const topics = targets(
  'TopicConfiguration',
  'TopicConfiguration',
  ['Topic', 'TopicArn'],
  'topic_arn',
);

/** True if the request has the element, which may be empty. */
function eventBridge({ request }: AuditEvent): boolean {
  return requestAt(request, 'NotificationConfiguration.EventBridgeConfiguration') !== undefined;
}

/**
 * A managed configuration that becomes empty stays; an unmanaged one counts as deleted, since
 * nobody would write an empty one.
 */
const put = {
  does: 'put',
  deletes: (event: AuditEvent, isManaged: boolean): boolean =>
    !isManaged &&
    !eventBridge(event) &&
    [lambdas, queues, topics].every((read) => read(event).length === 0),
} as const;

export const s3NotificationEntries = bucketPart({
  type: 'aws_s3_bucket_notification',
  fields: {
    eventbridge: bool(eventBridge),
    lambda_function: built(lambdas),
    queue: built(queues),
    topic: built(topics),
  },
  defaults: { eventbridge: false },
  calls: {
    PutBucketNotification: put,
    PutBucketNotificationConfiguration: put,
  },
});
