import { resolve } from 'node:path';
import { createOpaCommand } from '../../adapters/opa/cli.ts';
import { createOpaServer } from '../../adapters/opa/http.ts';
import { createOpaModule } from '../../adapters/opa/wasm.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Io } from '../../ports/io.ts';
import type { ExternalPolicyPort } from '../../stages/arbitration/external/types.ts';
import { definedOnly } from './environment.ts';

/** The external policy of the settings, if there is one. Paths are relative to the root module. */
export function externalPolicyPort(
  io: Io,
  root: string,
  { opa }: Pick<ConfigFile, 'opa'>,
): { readonly external?: ExternalPolicyPort } {
  if (opa === undefined) return {};
  const { path } = opa;
  const timeout = opa.timeout * 1000;
  if (opa.wasm !== undefined) {
    return { external: createOpaModule({ file: resolve(root, opa.wasm), path }) };
  }
  if (opa.url !== undefined) {
    const token = opa.token_env === undefined ? undefined : io.env[opa.token_env];
    const server = { url: opa.url, path, timeout, ...(token === undefined ? {} : { token }) };
    return { external: createOpaServer(server) };
  }
  const data = resolve(root, opa.data ?? '.');
  // Only two variables are passed on, since rules can read the environment of the evaluator.
  const env = definedOnly({ PATH: io.env['PATH'], HOME: io.env['HOME'] });
  return { external: createOpaCommand({ binary: 'opa', data, path, timeout, env }) };
}
