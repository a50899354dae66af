import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { nameInArn } from '../catalog/arn.ts';
import { toTextSet } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import { items, itemsAt, member, objectsAt, textAt } from '../catalog/request.ts';
import type { Estate } from '../catalog/types.ts';

export const ec2Service = 'ec2.amazonaws.com';

/**
 * The tags that a create call gives to resources of one kind, such as `security-group`. Records of
 * XML requests number their elements in a member `tag`, which is not a tag.
 */
export function specifiedTags(resourceType: string): (event: AuditEvent) => Json | undefined {
  return ({ request }) => {
    const lists = [
      ...objectsAt(request, 'tagSpecificationSet'),
      ...objectsAt(request, 'tagSpecifications'),
      ...objectsAt(request, 'tagSpecification'),
    ];
    const tags = lists
      .filter((list) => textAt(list, 'resourceType') === resourceType)
      .flatMap((list) => [...itemsAt(list, 'Tags'), ...itemsAt(list, 'Tag')])
      .filter(isJsonObject);
    return tags.length === 0 ? undefined : tags;
  };
}

/**
 * A ref to a resource that has an `aws_default_...` alias: both types share the id, and the one
 * that is managed is meant.
 */
export function refAmong(types: readonly string[], id: string, estate: Estate): ResourceRef {
  const refs = types.map((type) => refTo(type, { id }));
  return refs.find((ref) => estate.find(ref) !== undefined) ?? refTo(types[0] ?? '', { id });
}

/** The ids in a `groupSet`, whose members are objects or plain ids. */
export function toGroupIds(value: Json): Json | undefined {
  return toTextSet(items(value).map((item) => member(item, 'groupId') ?? item));
}

/** Terraform has the name of an instance profile, EC2 its name or ARN. */
export function toProfileName(profile: Json): string | undefined {
  const arn = textAt(profile, 'arn');
  return textAt(profile, 'name') ?? (arn === undefined ? undefined : nameInArn(arn));
}
