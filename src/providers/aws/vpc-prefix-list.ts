import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { addEffect, createEffect, deleteEffect, refTo, removeEffect } from '../catalog/effects.ts';
import { objectsAt, requireText } from '../catalog/request.ts';
import { number, response, setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const type = 'aws_ec2_managed_prefix_list';
const entryType = 'aws_ec2_managed_prefix_list_entry';

/** Entries are blocks in the list, or separate resources if the code has any. */
function modify(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { request } = event;
  const id = requireText(request, 'prefixListId');
  const ref = refTo(type, { id });
  const apart =
    estate.find(ref)?.declares('entry') !== true &&
    estate.where(entryType, 'prefix_list_id', id).length > 0;
  const entryRef = (cidr: string) => refTo(entryType, { prefix_list_id: id, cidr });
  const cidrOf = (entry: JsonObject) => requireText(entry, 'cidr');
  const block = ['entry'];
  const entry = { cidr: 'cidr', description: 'description' };
  return [
    ...setMembers(event, ref, { max_entries: number('maxEntries'), name: 'prefixListName' }),
    ...objectsAt(request, 'removeEntry').map((one) =>
      apart ? deleteEffect(entryRef(cidrOf(one))) : removeEffect(ref, block, { cidr: cidrOf(one) }),
    ),
    ...objectsAt(request, 'addEntry').flatMap((one): readonly DraftEffect[] => {
      const attributes = elementAttributes(event, one, entry);
      const cidr = cidrOf(one);
      if (!apart) return [removeEffect(ref, block, { cidr }), addEffect(ref, block, attributes)];
      const created = { prefix_list_id: id, ...attributes };
      return [createEffect(entryRef(cidr), created, { importId: `${id},${cidr}`, parent: ref })];
    }),
  ];
}

/** Managed prefix lists: named lists of networks. */
export const prefixListEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: type,
    identity: [{ id: response('prefixList.prefixListId') }],
    fields: {
      address_family: 'addressFamily',
      max_entries: number('maxEntries'),
      name: 'prefixListName',
    },
    tags: specifiedTags('prefix-list'),
    importId: response('prefixList.prefixListId'),
    calls: {
      CreateManagedPrefixList: 'create',
      ModifyManagedPrefixList: { special: modify, also: [entryType] },
    },
  }),
];
