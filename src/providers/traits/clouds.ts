import type { Cloud } from '../../model/event.ts';

/**
 * The providers of each cloud, by the prefix of their types. `azuread` is not among them, since its
 * resources belong to a directory and not to a subscription.
 */
const prefixes: readonly (readonly [string, Cloud])[] = [
  ['aws_', 'aws'],
  ['azurerm_', 'azure'],
  ['azapi_', 'azure'],
  ['google_', 'gcp'],
];

/** The cloud in which a resource of this Terraform type is; undefined for other providers. */
export function cloudOfType(type: string): Cloud | undefined {
  return prefixes.find(([prefix]) => type.startsWith(prefix))?.[1];
}

/** A type without its provider: `autoscaling_group`. */
export function withoutProvider(type: string): string {
  const prefix = prefixes.find(([one]) => type.startsWith(one))?.[0] ?? '';
  return type.slice(prefix.length);
}
