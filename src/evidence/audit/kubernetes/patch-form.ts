import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt, objectAt } from '../core/fields.ts';
import type { AuditTarget, PatchForm } from './types.ts';
import type { RequestOptions } from './uri.ts';

/**
 * The kind of patch in a request body. The log leaves out the content type, so the kind is derived
 * from what only one kind may have, then from who owns the fields afterwards, then from whether the
 * kinds mean the same.
 */
export function detectPatchForm(
  body: Json,
  target: AuditTarget,
  options: RequestOptions,
  response: JsonObject,
): PatchForm {
  if (isJsonArray(body)) return 'json';
  if (options.force !== undefined) return 'apply';
  if (hasDirective(body)) return 'strategic';
  const operations = operationsOf(options.fieldManager, target, response);
  if (operations.has('Apply') && !operations.has('Update')) return 'apply';
  if (operations.size === 0 && looksApplied(body, options)) return 'apply';
  // Custom resources do not define how their lists merge, so they have no strategic patch.
  if (!isBuiltIn(target.group)) return 'merge';
  if (!hasList(body)) return 'merge';
  return strategicManagers.has(options.fieldManager ?? '') ? 'strategic' : 'either';
}

/** Commands that choose the kind of patch themselves. */
const strategicManagers: ReadonlySet<string> = new Set([
  'kubectl-annotate',
  'kubectl-client-side-apply',
  'kubectl-edit',
  'kubectl-label',
  'kubectl-rollout',
  'kubectl-set',
]);

const directive = /^\$(?:patch|retainKeys|setElementOrder\/.*|deleteFromPrimitiveList\/.*)$/;

function hasDirective(value: Json): boolean {
  if (isJsonArray(value)) return value.some(hasDirective);
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((key) => directive.test(key) || hasDirective(value[key] ?? null));
}

function hasList(value: Json): boolean {
  if (isJsonArray(value)) return true;
  return isJsonObject(value) && Object.values(value).some(hasList);
}

/**
 * How the server recorded the manager's fields after the request, for the same part of the object.
 */
function operationsOf(
  manager: string | undefined,
  { subresource }: AuditTarget,
  response: JsonObject,
): ReadonlySet<string> {
  const metadata = objectAt(response, 'metadata');
  const entries = own(metadata, 'managedFields');
  const operations = new Set<string>();
  for (const entry of isJsonArray(entries) ? entries : []) {
    if (!isJsonObject(entry) || fieldTextAt(entry, 'manager') !== manager) continue;
    if (fieldTextAt(entry, 'subresource') !== subresource) continue;
    const operation = fieldTextAt(entry, 'operation');
    if (operation !== undefined) operations.add(operation);
  }
  return operations;
}

/** An apply names who applies and which object; a patch needs neither. */
function looksApplied(body: Json, { fieldManager }: RequestOptions): boolean {
  if (fieldManager === undefined || strategicManagers.has(fieldManager)) return false;
  if (!isJsonObject(body)) return false;
  return fieldTextAt(body, 'apiVersion') !== undefined && fieldTextAt(body, 'kind') !== undefined;
}

/**
 * Groups of the API server itself: those without a dot, and the listed ones of `k8s.io`, whose
 * other groups belong to add-ons.
 */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || builtInGroups.has(group);
}

const builtInGroups: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);
