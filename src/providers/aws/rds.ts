import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import { firstManaged, localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const rdsService = 'rds.amazonaws.com';

interface Kind {
  /** The types with this kind of ARN, of which the managed one is meant. */
  readonly types: readonly string[];
  /** The attribute with the name at the end of the ARN. */
  readonly name: string;
}

/** Kinds by the word in front of the name in ARNs. */
const kinds: Readonly<Record<string, Kind>> = {
  cluster: { types: ['aws_rds_cluster'], name: 'cluster_identifier' },
  'cluster-pg': { types: ['aws_rds_cluster_parameter_group'], name: 'name' },
  'cluster-snapshot': {
    types: ['aws_db_cluster_snapshot'],
    name: 'db_cluster_snapshot_identifier',
  },
  db: { types: ['aws_db_instance', 'aws_rds_cluster_instance'], name: 'identifier' },
  es: { types: ['aws_db_event_subscription'], name: 'name' },
  og: { types: ['aws_db_option_group'], name: 'name' },
  pg: { types: ['aws_db_parameter_group'], name: 'name' },
  snapshot: { types: ['aws_db_snapshot'], name: 'db_snapshot_identifier' },
  subgrp: { types: ['aws_db_subnet_group'], name: 'name' },
};

/** A resource by the name or ARN in the request. RDS stores names in lower case. */
function rdsRef(
  event: AuditEvent,
  estate: Estate,
  kind: keyof typeof kinds,
  text: string,
): ResourceRef {
  const given = splitArn(text);
  const name = (given === undefined ? text : given.resource.slice(`${kind}:`.length)).toLowerCase();
  const arn = given === undefined ? arnIn(event, 'rds', `${kind}:${name}`) : text;
  const { types, name: attribute } = kinds[kind] ?? { types: [], name: '' };
  const [first, ...others] = types.map((type) =>
    localRef(event, estate, type, { [attribute]: name }, arn),
  );
  return firstManaged(estate, first ?? refTo('', {}), ...others);
}

/** The resource that a request member names. */
export function rdsNaming(kind: keyof typeof kinds, member: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef =>
    rdsRef(event, estate, kind, requireText(event.request, member));
}

function taggedRef(event: AuditEvent, estate: Estate): ResourceRef | undefined {
  const text = requireText(event.request, 'resourceName');
  const kind = splitArn(text)?.resource.split(':')[0] ?? '';
  return Object.hasOwn(kinds, kind) ? rdsRef(event, estate, kind, text) : undefined;
}

export const rdsTagEntries = aws(rdsService, [
  {
    type: 'aws_db_instance',
    also: Object.values(kinds).flatMap(({ types }) => types),
    identity: taggedRef,
    calls: { AddTagsToResource: { tag: 'tags' }, RemoveTagsFromResource: { untag: 'tagKeys' } },
  },
]);
