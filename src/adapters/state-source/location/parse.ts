import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { StateLocation } from '../types.ts';
import { checkWorkspace, defaultWorkspace } from '../workspace.ts';
import { parseBlob, parseGcs, parseHcp, parseHttp, parseS3 } from './kinds.ts';
import { type StateLocationParts, splitAddress } from './split.ts';

type Parse = (address: StateLocationParts, workspace: string) => Result<StateLocation>;

const kinds: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ['azblob', parseBlob],
  ['gcs', parseGcs],
  ['gs', parseGcs],
  ['http', parseHttp],
  ['https', parseHttp],
  ['s3', parseS3],
  ['tfc', parseHcp],
  ['tfe', parseHcp],
]);

/** `file:` and text without a scheme are paths. A single letter is a drive. */
const schemeForm = /^([a-z][a-z0-9+.-]+):/i;

/**
 * Parses the value of `--state`. The workspace determines the object in a bucket, as it does for
 * Terraform; `?workspace=NAME` in the location takes precedence.
 */
export function parseStateLocation(
  text: string,
  workspace: string = defaultWorkspace,
): Result<StateLocation> {
  const scheme = schemeForm.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'file') return ok({ kind: 'file', path: text });
  const parse = kinds.get(scheme);
  if (parse === undefined) return fail(unknownScheme(scheme));
  const address = splitAddress(text);
  if (!address.ok) return address;
  const named = checkWorkspace(address.value.query.get('workspace') ?? workspace);
  return named.ok ? parse(address.value, named.value) : named;
}

function unknownScheme(scheme: string): Problem {
  return {
    code: 'state-backend',
    message: `Parley does not know the state location "${displayText(scheme, 40)}:".`,
    hint: 'Give a file, or s3://, gs://, azblob://, https:// or tfc://; else save the state with `terraform state pull > terraform.tfstate`.',
  };
}
