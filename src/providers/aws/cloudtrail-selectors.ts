import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { items, objectsAt, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, list, set, via } from '../catalog/sources.ts';

const dataResource: CatalogAttributes = { type: 'type', values: list('values') };

const fieldSelector: CatalogAttributes = {
  field: 'field',
  equals: list('equals'),
  not_equals: list('notEquals'),
  starts_with: list('startsWith'),
  not_starts_with: list('notStartsWith'),
  ends_with: list('endsWith'),
  not_ends_with: list('notEndsWith'),
};

/** Undefined if the call has no selectors of either kind, which the API does not allow. */
function basicSelectors(event: AuditEvent): Json | undefined {
  const basic = objectsAt(event.request, 'eventSelectors').map((one) => basicBlock(event, one));
  const isDefault = basic.length === 1 && basic.every(isDefaultBlock);
  return hasSelectors(event) ? (isDefault ? [] : basic) : undefined;
}

function advancedSelectors(event: AuditEvent): Json | undefined {
  const advanced = objectsAt(event.request, 'advancedEventSelectors').map((one) => ({
    ...named(textAt(one, 'name')),
    field_selector: objectsAt(one, 'fieldSelectors').map((field) =>
      withoutEmpty(elementAttributes(event, field, fieldSelector)),
    ),
  }));
  return hasSelectors(event) ? advanced : undefined;
}

function hasSelectors({ request }: AuditEvent): boolean {
  return ['eventSelectors', 'advancedEventSelectors'].some(
    (name) => requestAt(request, name) !== undefined,
  );
}

/**
 * What a trail records. The call replaces all selectors, of both kinds. The default of a new trail
 * (all management events and nothing else) is written as no block.
 * See docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_PutEventSelectors.html
 */
export const selectors: CatalogAttributes = {
  advanced_event_selector: built(advancedSelectors),
  event_selector: built(basicSelectors),
};

export const insightSelectors: CatalogAttributes = {
  insight_selector: via('insightSelectors', (value) =>
    items(value).flatMap((one) => {
      const type = requestAt(one, 'insightType');
      return type === undefined ? [] : [{ insight_type: type }];
    }),
  ),
};

/** Members that the selector leaves out have the defaults of a new trail. */
function basicBlock(event: AuditEvent, selector: JsonObject): JsonObject {
  const resources = objectsAt(selector, 'dataResources');
  const excluded = elementAttributes(event, selector, {
    exclude_management_event_sources: set('excludeManagementEventSources'),
  });
  const management = elementAttributes(event, selector, {
    include_management_events: bool('includeManagementEvents'),
  });
  return {
    read_write_type: textAt(selector, 'readWriteType') ?? 'All',
    include_management_events: management['include_management_events'] ?? true,
    ...withoutEmpty(excluded),
    ...(resources.length === 0
      ? {}
      : { data_resource: resources.map((one) => elementAttributes(event, one, dataResource)) }),
  };
}

function isDefaultBlock(block: JsonObject): boolean {
  const { read_write_type: kind, include_management_events: management, ...more } = block;
  return kind === 'All' && management === true && Object.keys(more).length === 0;
}

function named(name: string | undefined): JsonObject {
  return name === undefined ? {} : { name };
}

function withoutEmpty(values: JsonObject): JsonObject {
  const isEmpty = (value: Json) => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
