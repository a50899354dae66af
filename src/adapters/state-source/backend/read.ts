import { isJsonArray, type Json, type JsonObject, jsonAt } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { StateEnvironment } from '../types.ts';
import { checkWorkspace } from '../workspace.ts';
import { readAzurerm, readGcs, readHttp, readLocal, readS3 } from './buckets.ts';
import { readCloud, readRemote } from './cloud.ts';
import type {
  BackendAttributes,
  BackendConfiguration,
  BackendContext,
  BackendLocation,
  ReadBackend,
} from './types.ts';

interface Kind {
  readonly read: ReadBackend;
  /** Form of the location that means the same. */
  readonly form: string;
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['azurerm', { read: readAzurerm, form: 'azblob://ACCOUNT/CONTAINER/KEY' }],
  ['cloud', { read: readCloud, form: 'tfc://HOST/ORGANIZATION/WORKSPACE' }],
  ['gcs', { read: readGcs, form: 'gs://BUCKET/PREFIX' }],
  ['http', { read: readHttp, form: 'https://HOST/PATH' }],
  ['local', { read: readLocal, form: 'FILE' }],
  ['remote', { read: readRemote, form: 'tfc://HOST/ORGANIZATION/WORKSPACE' }],
  ['s3', { read: readS3, form: 's3://BUCKET/KEY' }],
]);

/**
 * Where a configuration keeps its state, according to its `backend` or `cloud` block. What
 * `terraform init -backend-config` would add is not in the code, so it is reported as missing.
 */
export function stateLocationFrom(
  { type, attributes, place }: BackendConfiguration,
  { workspace, env }: BackendContext,
): Result<BackendLocation> {
  const shown = displayText(type, 40);
  const at = place === undefined ? {} : { place };
  const kind = kinds.get(type);
  if (kind === undefined) {
    return fail({
      code: 'state-backend',
      message: `Parley cannot read state from the backend "${shown}".`,
      ...at,
      hint: 'Save it with `terraform state pull > terraform.tfstate` and pass that with --state.',
    });
  }
  const named = checkWorkspace(workspace);
  if (!named.ok) return named;
  const draft = kind.read(backendAttributesOf(attributes, env), workspace);
  switch (draft.kind) {
    case 'found':
      return ok({ location: draft.location, passedOver: credentialsIn(attributes) });
    case 'refused':
      return fail({ ...draft.problem, ...at });
    case 'missing':
      return fail({
        code: 'state-backend-partial',
        message: `The backend "${shown}" does not say its ${draft.names.join(' and ')}.`,
        ...at,
        hint: `Give the whole location with --state ${kind.form}; values of -backend-config are not in the code.`,
      });
  }
}

const credentialNames = new Set([
  'access_key',
  'access_token',
  'client_certificate',
  'client_certificate_password',
  'client_private_key_pem',
  'client_secret',
  'credentials',
  'encryption_key',
  'oidc_token',
  'password',
  'sas_token',
  'secret_key',
  'sse_customer_key',
  'token',
  'username',
]);

function credentialsIn(attributes: JsonObject): readonly string[] {
  return Object.keys(attributes)
    .filter((name) => credentialNames.has(name) && attributes[name] !== null)
    .sort();
}

function backendAttributesOf(values: JsonObject, env: StateEnvironment): BackendAttributes {
  return {
    text(...path) {
      let at: Json | undefined = values;
      for (const name of path) at = memberOf(at, name);
      return typeof at === 'string' && at !== '' ? at : undefined;
    },
    variable(...names) {
      return names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
    },
  };
}

/** Readers of blocks differ in whether a block that occurs once is a list with one item. */
function memberOf(value: Json | undefined, name: string): Json | undefined {
  const object = isJsonArray(value) && value.length === 1 ? value[0] : value;
  return jsonAt(object, name);
}
