import { shellQuoted } from '../../model/shell.ts';
import { displayText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';

/** Where Terraform or OpenTofu runs, and with which inputs. */
export interface TerraformPlace {
  readonly varFiles: readonly string[];
  /** Folder of the root module, if the command is run elsewhere. */
  readonly dir?: string;
  /** Workspace to set for the command, if it is not the selected one. */
  readonly workspace?: string;
  readonly program?: 'tofu';
  /** Addresses that every plan of a part must include, since the next apply moves them. */
  readonly moves?: readonly string[];
}

/** Maximum number of addresses in one command. */
export const maxTargets = 50;

/** The addresses that can safely be passed to Terraform, sorted and without duplicates. */
export function putBackTargets(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses)]
    .sort()
    .filter((address) => displayText(address, 1000) === address && !isObjectAddress(address));
}

/** `terraform apply -target=...`, for people to read and run. Undefined without targets. */
export function terraformCommand(
  verb: 'plan' | 'apply',
  { varFiles, dir, workspace, program, moves = [] }: TerraformPlace,
  targets: readonly string[],
): string | undefined {
  if (targets.length === 0) return undefined;
  const shown = targets.slice(0, maxTargets);
  const moved = putBackTargets(moves).filter((address) => !shown.includes(address));
  return [
    ...(workspace === undefined ? [] : [`TF_WORKSPACE=${shellQuoted(workspace)}`]),
    program ?? 'terraform',
    ...(dir === undefined ? [] : [`-chdir=${shellQuoted(dir)}`]),
    verb,
    ...varFiles.map((file) => `-var-file=${shellQuoted(file)}`),
    ...[...shown, ...moved].map((address) => `-target=${shellQuoted(address)}`),
  ].join(' ');
}
