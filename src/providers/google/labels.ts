import type { JsonObject } from '../../model/json.ts';
import { isJsonObject, jsonAt, own } from '../../model/json.ts';
import type { ManagedResource } from '../catalog/types.ts';

/**
 * The labels that Terraform manages. `effective_labels` has all labels of the resource,
 * `terraform_labels` those of the code and of the provider's `default_labels`, `labels` only those
 * of the code. Labels that the other two already have are not a change.
 */
export function ownLabels(all: JsonObject, managed: ManagedResource | undefined): JsonObject {
  const attributes = managed?.attributes ?? {};
  const [own, terraform, effective] = ['labels', 'terraform_labels', 'effective_labels'].map(
    (name) => mapAt(attributes, name),
  );
  const isOthers = (key: string): boolean => {
    if (own !== undefined && Object.hasOwn(own, key)) return false;
    if (key.startsWith('goog-')) return true;
    if (terraform !== undefined && Object.hasOwn(terraform, key))
      return terraform[key] === all[key];
    return effective !== undefined && jsonAt(effective, key) === all[key];
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => !isOthers(key)));
}

function mapAt(attributes: JsonObject, name: string): JsonObject | undefined {
  const value = own(attributes, name);
  return isJsonObject(value) ? value : undefined;
}
