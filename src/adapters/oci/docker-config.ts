import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../model/parsed-json.ts';
import { hasErrorCode } from '../../model/system-error.ts';

/** The credential for a registry. */
export type RegistryCredential =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  /** Sent unchanged. */
  | { readonly kind: 'token'; readonly token: string }
  /** Exchanged for a token of the registry. */
  | { readonly kind: 'identity'; readonly token: string };

const DockerConfig = z.object({
  auths: z
    .record(
      z.string(),
      z.object({
        auth: z.string().optional(),
        username: z.string().optional(),
        password: z.string().optional(),
        identitytoken: z.string().optional(),
        registrytoken: z.string().optional(),
      }),
    )
    .default({}),
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The credential for the registry of this host: `PARLEY_REGISTRY_TOKEN`, or else what `docker
 * login` wrote. Undefined for anonymous access. Helpers that keep credentials elsewhere are not
 * called.
 */
export async function registryCredential(
  env: Environment,
  host: string,
): Promise<RegistryCredential | undefined> {
  const token = env['PARLEY_REGISTRY_TOKEN'];
  if (token !== undefined && token !== '') return { kind: 'token', token };
  const folder = env['DOCKER_CONFIG'] || (env['HOME'] && join(env['HOME'], '.docker'));
  if (!folder) return undefined;
  const text = await readFile(join(folder, 'config.json'), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'EACCES')) return '';
    throw error;
  });
  const config = DockerConfig.safeParse(parsedJson(text));
  if (!config.success) return undefined;
  const { auths } = config.data;
  const entry = Object.entries(auths).find(([name]) => hostOf(name) === host)?.[1];
  if (entry === undefined) return undefined;
  if (entry.registrytoken) return { kind: 'token', token: entry.registrytoken };
  if (entry.identitytoken) return { kind: 'identity', token: entry.identitytoken };
  const plain = Buffer.from(entry.auth ?? '', 'base64').toString('utf8');
  const colon = plain.indexOf(':');
  const user = entry.username ?? (colon < 0 ? '' : plain.slice(0, colon));
  const password = entry.password ?? (colon < 0 ? '' : plain.slice(colon + 1));
  return user === '' ? undefined : { kind: 'basic', user, password };
}

/** `https://registry.example.com/v1/` and `registry.example.com` are the same. */
function hostOf(name: string): string {
  return name.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
}
