import { isJsonArray, type Json, jsonAt } from '../../../model/json.ts';
import {
  bucketAcl,
  bucketType,
  bucketVersioning,
  publicAccessBlocks,
} from '../../../providers/traits/access-types.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { createdAttribute, type Fact, shortValue } from '../facts.ts';

const blocks: readonly string[] = [
  'block_public_acls',
  'block_public_policy',
  'ignore_public_acls',
  'restrict_public_buckets',
];
const publicAcls: readonly string[] = ['public-read', 'public-read-write', 'authenticated-read'];

/** Buckets: who may access them, and what happens to old versions. */
export const storageRules: readonly NamingRule[] = [
  {
    id: 's3-public-access-block',
    types: publicAccessBlocks,
    read: readAccessBlock,
  },
  {
    id: 's3-versioning',
    types: [bucketVersioning, bucketType],
    read: readVersioning,
  },
  { id: 's3-acl', types: [bucketAcl, bucketType], read: readAcl },
];

function readAccessBlock(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  const [created] = facts.filter(({ change }) => change === 'created');
  if (created !== undefined) {
    const all = blocks.every((name) => createdAttribute(created, name) === true);
    const phrases = { before: all ? 'Blocked public access to ' : 'Restricted public access to ' };
    return [clause([created], 'hardening', phrases)];
  }
  const [deleted] = facts.filter(({ change }) => change === 'deleted');
  if (deleted !== undefined) {
    return [clause([deleted], 'weakening', { before: 'Removed the public access block of ' })];
  }
  const switched = facts.filter(
    ({ field, change }) => change === 'changed' && blocks.includes(field),
  );
  if (switched.length === 0) return [];
  const off = switched.some(({ live }) => !isTrue(live));
  return off
    ? [clause(switched, 'weakening', { before: 'Allowed public access to ' })]
    : [clause(switched, 'hardening', { before: 'Blocked public access to ' })];
}

function readVersioning(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  const fields = ['versioning_configuration.status', 'versioning.enabled'];
  return facts.flatMap((fact) => {
    const status =
      fact.change === 'changed' && fields.includes(fact.field)
        ? fact.live
        : fact.type === bucketVersioning
          ? statusOf(createdAttribute(fact, 'versioning_configuration'))
          : undefined;
    if (status === undefined) return [];
    const on = status === 'Enabled' || isTrue(status);
    const phrases = { before: `Turned versioning ${on ? 'on' : 'off'} for ` };
    return [clause([fact], on ? 'hardening' : 'weakening', phrases)];
  });
}

function statusOf(blocksOfIt: Json | undefined): Json | undefined {
  return isJsonArray(blocksOfIt) ? jsonAt(blocksOfIt[0], 'status') : undefined;
}

function readAcl(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts.flatMap((fact) => {
    const acl = fact.field === 'acl' ? fact.live : createdAttribute(fact, 'acl');
    const name = shortValue(acl);
    if (name === undefined || fact.change === 'hidden') return [];
    if (fact.change === 'created' && fact.type !== bucketAcl) return [];
    if (publicAcls.includes(name)) {
      return [clause([fact], 'weakening', { before: 'Made ', after: ` public (${name})` })];
    }
    const was = shortValue(fact.declared);
    const phrases = { before: 'Set the ACL of ', after: ` to ${name}` };
    const closes = was !== undefined && publicAcls.includes(was);
    return [clause([fact], closes ? 'hardening' : 'access', phrases)];
  });
}

function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true';
}
