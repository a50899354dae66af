import { shellQuoted } from '../../model/shell.ts';
import { displayText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';

/** Where Terraform or OpenTofu is run, and with what. */
export interface TerraformPlace {
  readonly varFiles: readonly string[];
  /** Of a command that is run elsewhere: the folder of the root module. */
  readonly dir?: string;
  /** Set for the command, where it is not the one that is selected. */
  readonly workspace?: string;
  readonly program?: 'tofu';
}

/** Most addresses that one command names. */
export const maxTargets = 50;

/** The addresses that Terraform can be given as they are, sorted, each once. */
export function targetsOf(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses)]
    .sort()
    .filter((address) => displayText(address, 1000) === address && !isObjectAddress(address));
}

/** `terraform apply -target=...`, to be read and run by a person. Undefined without targets. */
export function terraformCommand(
  verb: 'plan' | 'apply',
  { varFiles, dir, workspace, program }: TerraformPlace,
  targets: readonly string[],
): string | undefined {
  if (targets.length === 0) return undefined;
  return [
    ...(workspace === undefined ? [] : [`TF_WORKSPACE=${shellQuoted(workspace)}`]),
    program ?? 'terraform',
    ...(dir === undefined ? [] : [`-chdir=${shellQuoted(dir)}`]),
    verb,
    ...varFiles.map((file) => `-var-file=${shellQuoted(file)}`),
    ...targets.slice(0, maxTargets).map((address) => `-target=${shellQuoted(address)}`),
  ].join(' ');
}
