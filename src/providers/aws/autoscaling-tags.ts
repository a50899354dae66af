import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { boolAt, objectsAt, requireText, textAt } from '../catalog/request.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { groupRef, groupType, autoscalingService as service } from './autoscaling.ts';

const tagType = 'aws_autoscaling_group_tag';
const types = [groupType, tagType];

/** The tags of a request as `tag` blocks, without AWS's own. */
export function groupTags(request: JsonObject, list: string): readonly JsonObject[] {
  return objectsAt(request, list)
    .filter((tag) => !requireText(tag, 'key').startsWith('aws:'))
    .map((tag) => ({
      key: requireText(tag, 'key'),
      value: textAt(tag, 'value') ?? '',
      propagate_at_launch: boolAt(tag, 'propagateAtLaunch') ?? false,
    }));
}

/** Finds where the code declares a tag: in the group, or as a separate resource. */
function place(event: AuditEvent, estate: Estate, group: string, key: string) {
  const request = { autoScalingGroupName: group };
  const groupResource = groupRef({ ...event, request }, estate);
  const own = estate.where(tagType, 'autoscaling_group_name', group);
  const managed = own.find((resource) => keyOf(resource) === key);
  const apart = own.length > 0 && estate.find(groupResource)?.declares('tag') !== true;
  const tagRef = refTo(
    tagType,
    { id: textAt(managed?.attributes, 'id') },
    { id: `${group},${key}` },
  );
  return { groupResource, tagRef, managed, apart };
}

function keyOf(resource: ManagedResource): string | undefined {
  const [tag] = objectsAt(resource.attributes, 'tag');
  return textAt(tag, 'key');
}

/** Pairs each tag of a request with the group that it names. */
function tagsByGroup(request: JsonObject): readonly (readonly [string, JsonObject])[] {
  return objectsAt(request, 'tags').flatMap((raw) => {
    const group = requireText(raw, 'resourceId');
    return groupTags({ tags: [raw] }, 'tags').map((tag) => [group, tag] as const);
  });
}

function putTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  return tagsByGroup(event.request).flatMap(([group, tag]) => {
    const key = requireText(tag, 'key');
    const { groupResource, tagRef, managed, apart } = place(event, estate, group, key);
    if (managed !== undefined) {
      return ['value', 'propagate_at_launch'].map((name) =>
        setEffect(tagRef, ['tag', 0, name], tag[name] ?? null),
      );
    }
    if (apart) {
      const attributes = { autoscaling_group_name: group, tag: [tag] };
      const details = { importId: `${group},${key}`, parent: groupResource };
      return [createEffect(tagRef, attributes, details)];
    }
    return [removeEffect(groupResource, ['tag'], { key }), addEffect(groupResource, ['tag'], tag)];
  });
}

function deleteTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  return tagsByGroup(event.request).map(([group, tag]) => {
    const key = requireText(tag, 'key');
    const { groupResource, tagRef, managed, apart } = place(event, estate, group, key);
    return managed !== undefined || apart
      ? deleteEffect(tagRef)
      : removeEffect(groupResource, ['tag'], { key });
  });
}

export const autoscalingTagEntries = untabled(service, types, {
  CreateOrUpdateTags: putTags,
  DeleteTags: deleteTags,
});
