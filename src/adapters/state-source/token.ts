import { fail, ok, type Result } from '../../model/result.ts';
import { networkFailure, type StateFailure } from './failure.ts';
import type { AzureEnvironment, StateEnvironment } from './types.ts';

/** Returns an access token; undefined if none is needed. Throws what the client throws. */
export type TokenSource = () => Promise<string | undefined>;

/** The header with the token; empty without one. */
export async function bearer(
  token: TokenSource,
): Promise<Result<Readonly<Record<string, string>>, StateFailure>> {
  try {
    const value = await token();
    return ok(value === undefined ? {} : { authorization: `Bearer ${value}` });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // If a client cannot sign in, its message may quote what it signed in with.
    const failure = networkFailure(error);
    if (failure !== undefined) return fail(failure);
    const kind = /\bexpired\b/i.test(error.message) ? 'credentials-expired' : 'credentials';
    return fail({ kind });
  }
}

/** For emulators. */
export const noToken: TokenSource = async () => undefined;

const googleScope = 'https://www.googleapis.com/auth/devstorage.read_only';

/** Google's application default credentials, or the token that Terraform would use. */
export function googleStateToken(env: StateEnvironment): TokenSource {
  return async () => {
    const given = env['GOOGLE_OAUTH_ACCESS_TOKEN'] ?? '';
    if (given !== '') return given;
    const { Logging } = await import('@google-cloud/logging');
    // The logging client brings Google's library for signing in, at the version that works with it.
    const { auth } = new Logging({ scopes: [googleScope] });
    return (await auth.getAccessToken()) ?? undefined;
  };
}

const azureScope = 'https://storage.azure.com/.default';

const authorities: Readonly<Record<AzureEnvironment, string>> = {
  public: 'https://login.microsoftonline.com',
  usgovernment: 'https://login.microsoftonline.us',
  china: 'https://login.chinacloudapi.cn',
};

/** Azure's default chain, or the service principal in Terraform's variables. */
export function azureToken(env: StateEnvironment, environment: AzureEnvironment): TokenSource {
  return async () => {
    const { ClientSecretCredential, DefaultAzureCredential } = await import('@azure/identity');
    const authorityHost = authorities[environment];
    const tenant = env['ARM_TENANT_ID'] ?? '';
    const client = env['ARM_CLIENT_ID'] ?? '';
    const secret = env['ARM_CLIENT_SECRET'] ?? '';
    const credential =
      tenant !== '' && client !== '' && secret !== ''
        ? new ClientSecretCredential(tenant, client, secret, { authorityHost })
        : new DefaultAzureCredential({ authorityHost });
    return (await credential.getToken(azureScope)).token;
  };
}
