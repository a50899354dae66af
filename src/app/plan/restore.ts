import type { Stack } from '../../config/service/stacks.ts';
import { displayText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import { maxTargets, terraformCommand } from '../../reconcile/put-back/commands.ts';

/**
 * Commands that restore these addresses to what the code says, for a person to read and run.
 * Addresses that cannot be typed safely are left out.
 */
export function restoreCommands(
  stack: Stack,
  addresses: readonly string[],
  program?: 'tofu',
): readonly string[] {
  const typed = [...new Set(addresses)].sort().filter(isTypeable).slice(0, maxTargets);
  const objects = typed.filter(isObjectAddress);
  const resources = typed.filter((address) => !isObjectAddress(address));
  return [
    ...terraform(stack, resources, program),
    ...(objects.length === 0 ? [] : kubernetes(objects)),
  ];
}

function terraform(
  { var_files: varFiles }: Stack,
  resources: readonly string[],
  program: 'tofu' | undefined,
): readonly string[] {
  const place = { varFiles, ...(program === undefined ? {} : { program }) };
  return (['plan', 'apply'] as const).flatMap(
    (verb) => terraformCommand(verb, place, resources) ?? [],
  );
}

/**
 * Whether manifests are applied by kubectl or as a chart depends on the folder and is not known
 * here, so both are shown.
 */
function kubernetes(objects: readonly string[]): readonly string[] {
  return [
    ...objects.map((address) => `# ${address}`),
    'kubectl diff -f MANIFESTS && kubectl apply -f MANIFESTS',
    '# or, for a chart: helm upgrade RELEASE CHART',
  ];
}

function isTypeable(address: string): boolean {
  return displayText(address, 1000) === address;
}
