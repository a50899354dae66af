import type { StateEnvironment } from './types.ts';

const publicHost = 'app.terraform.io';
const prefix = 'TF_TOKEN_';

/**
 * The token for a host: `TF_TOKEN_` and the host as Terraform writes it (`_` for a dot, `__` for a
 * dash), or else `TFE_TOKEN`, which is only for the host of `TFE_ADDRESS` or `TFE_HOSTNAME`.
 */
export function hcpToken(host: string, env: StateEnvironment): string | undefined {
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith(prefix) || hostIn(name) !== host.toLowerCase()) continue;
    const token = env[name] ?? '';
    if (token !== '') return token;
  }
  const token = env['TFE_TOKEN'] ?? '';
  return token !== '' && ownerOf(env) === host.toLowerCase() ? token : undefined;
}

function hostIn(name: string): string {
  return name.slice(prefix.length).replaceAll('__', '-').replaceAll('_', '.').toLowerCase();
}

function ownerOf(env: StateEnvironment): string {
  const address = env['TFE_ADDRESS'] ?? '';
  if (URL.canParse(address)) return new URL(address).host;
  const host = env['TFE_HOSTNAME'] ?? '';
  return host === '' ? publicHost : host.toLowerCase();
}
