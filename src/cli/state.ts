import type { Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { createFileStateReader } from '../terraform/state/reader.ts';

export interface StateText {
  readonly text: string;
  /** The location as it was given, for messages. */
  readonly file: string;
}

/** The state of a project without Terraform code. */
const noState = '{"version":4,"serial":0,"lineage":"","terraform_version":"1.0.0","resources":[]}';

/**
 * The state named by the flag, which is relative to the working directory; else by the settings,
 * relative to the root; else the file that Terraform itself writes.
 */
export async function readStateText(
  root: string,
  flag: { readonly cwd: string; readonly location: string } | undefined,
  setting: string | undefined,
  { isNeeded }: { readonly isNeeded: boolean } = { isNeeded: true },
): Promise<Result<StateText>> {
  if (flag !== undefined) return readFrom(flag.cwd, flag.location);
  if (setting !== undefined) return readFrom(root, setting);
  const found = await readFrom(root, 'terraform.tfstate');
  if (found.ok || found.error.code !== 'state-missing') return found;
  if (!isNeeded) return ok({ text: noState, file: 'no state' });
  return fail({
    code: 'no-state',
    message: 'No state was given, and the project has no terraform.tfstate.',
    place: { file: root },
    hint: 'Give the state with --state FILE; `terraform state pull > terraform.tfstate` writes one.',
  });
}

async function readFrom(base: string, location: string): Promise<Result<StateText>> {
  const text = await createFileStateReader(base).read(location);
  return text.ok ? ok({ text: text.value, file: location }) : text;
}
