import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { blockEffects } from '../catalog/blocks.ts';
import { createEffect, refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import type { Keys } from '../catalog/identity.ts';
import { resolveRef } from '../catalog/identity.ts';
import { replaceMembers } from '../catalog/replace.ts';
import { itemsAt, numberAt, RequestError, requestAt, textAt, textsAt } from '../catalog/request.ts';
import { setMembers } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';
import { templateAttributes, templateBlocks, templateResets } from './ec2-launch-template-data.ts';

const type = 'aws_launch_template';
const keys: Keys = [{ id: 'launchTemplateId' }, { name: 'launchTemplateName' }];
/**
 * The data of the new version, and whether it is complete or only the difference from its source.
 */
function versionData(event: AuditEvent): { readonly data: JsonObject; readonly whole: boolean } {
  const answered = requestAt(event.response, 'launchTemplateVersion.launchTemplateData');
  if (isJsonObject(answered) && Object.keys(answered).length > 0) {
    return { data: answered, whole: true };
  }
  const asked = requestAt(event.request, 'launchTemplateData') ?? {};
  if (!isJsonObject(asked)) throw new RequestError('launchTemplateData is not an object.');
  return { data: asked, whole: textAt(event.request, 'sourceVersion') === undefined };
}

/**
 * Terraform reads the latest version, whichever is the default, so a new version is what it sees.
 */
function createVersion(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = resolveRef(event, type, keys);
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const { data, whole } = versionData(event);
  const content = { ...event, request: data };
  const version = numberAt(event.response, 'launchTemplateVersion.versionNumber');
  return [
    ...(whole
      ? replaceMembers(
          content,
          resource,
          { attributes: templateAttributes, resets: templateResets },
          estate.find(resource),
        )
      : setMembers(content, resource, templateAttributes)),
    ...blocksOf(content, resource, estate.find(resource), whole),
    setEffect(resource, ['description'], textAt(event.request, 'versionDescription') ?? null),
    ...(version === undefined ? [] : [setEffect(resource, ['latest_version'], version)]),
  ];
}

function blocksOf(
  event: AuditEvent,
  resource: ResourceRef,
  managed: ManagedResource | undefined,
  whole: boolean,
): readonly DraftEffect[] {
  return Object.entries(templateBlocks).flatMap(([block, { lists, attributes }]) => {
    const elements = lists.flatMap((list) => itemsAt(event.request, list)).filter(isJsonObject);
    if (elements.length === 0 && !whole) return [];
    return blockEffects(event, resource, [block], elements, attributes, managed);
  });
}

function createTemplate(event: AuditEvent): readonly DraftEffect[] {
  const id = textAt(event.response, 'launchTemplate.launchTemplateId');
  const name = textAt(event.request, 'launchTemplateName');
  const resource = refTo(type, { id }, { name });
  const request = requestAt(event.request, 'launchTemplateData');
  if (!isJsonObject(request)) throw new RequestError('launchTemplateData is missing.');
  const data = { ...event, request };
  const sets = [
    ...setMembers(event, resource, {
      name: 'launchTemplateName',
      description: 'versionDescription',
    }),
    ...setMembers(data, resource, templateAttributes),
    ...blocksOf(data, resource, undefined, false),
  ];
  const tags = tagMap(specifiedTags('launch-template')(event));
  const attributes = { ...attributesFrom(sets), ...(tags === null ? {} : { tags }) };
  return [
    createEffect(resource, attributes, { importId: id }),
    ...sets.filter(({ change }) => change.kind === 'set' && change.value.kind !== 'known'),
  ];
}

/**
 * If the version that Terraform reads is deleted, it reads an older one, whose data is not in the
 * log.
 */
function deleteVersions(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = resolveRef(event, type, keys);
  const latest = numberAt(estate.find(resource)?.attributes, 'latest_version');
  const versions = [
    ...textsAt(event.request, 'launchTemplateVersion'),
    ...textsAt(event.request, 'versions'),
  ];
  const known = latest !== undefined && versions.every((version) => Number(version) < latest);
  return known ? [] : [unknownChange(resource)];
}

export const launchTemplateEntries = aws(service, [
  {
    type: type,
    identity: keys,
    calls: {
      DeleteLaunchTemplate: 'delete',
      CreateLaunchTemplate: { special: createTemplate },
      CreateLaunchTemplateVersion: { special: createVersion },
      DeleteLaunchTemplateVersions: { special: deleteVersions },
      ModifyLaunchTemplate: {
        special: (event, estate) => {
          const resource = resolveRef(event, type, keys);
          // With this argument Terraform sets the default version itself, and accepts no other.
          if (estate.find(resource)?.declares('update_default_version')) return [];
          const version =
            numberAt(event.request, 'setDefaultVersion') ??
            numberAt(event.request, 'defaultVersion');
          return version === undefined ? [] : [setEffect(resource, ['default_version'], version)];
        },
      },
    },
  },
]);
