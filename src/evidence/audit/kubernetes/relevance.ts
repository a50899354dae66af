import type { DropReason } from '../core/types.ts';
import type { AuditTarget } from './types.ts';

const readingVerbs: ReadonlySet<string> = new Set(['get', 'head', 'list', 'options', 'watch']);

/** Every verb that changes objects; others need no audit log of objects. */
const mutatingVerbs: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]);

const connections: ReadonlySet<string> = new Set(['attach', 'exec', 'portforward', 'proxy']);

/** Resources that are created in order to ask a question, and are not stored. */
const questions: ReadonlySet<string> = new Set([
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
  'tokenreviews',
]);

export function isReadingVerb(verb: string): boolean {
  return readingVerbs.has(verb);
}

export function isMutating(verb: string): boolean {
  return mutatingVerbs.has(verb);
}

/** Why a request with a mutating verb still changes no object; undefined if it changes one. */
export function harmless({ group, resource, subresource }: AuditTarget): DropReason | undefined {
  const [part] = (subresource ?? '').split('/');
  if (part !== undefined && connections.has(part)) return 'connection';
  if (resource === 'serviceaccounts' && part === 'token') return 'token';
  return /^auth(?:entication|orization)\.k8s\.io$/.test(group) && questions.has(resource)
    ? 'read-only'
    : undefined;
}
