import { parse } from 'yaml';
import { read } from './files.ts';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly deploy: { readonly replicas?: number };
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/**
 * `docker-compose.yml` with its variables substituted, as Compose does before it parses the file.
 */
export function readCompose(get: (name: string) => string | undefined): ComposeFile {
  const text = read('docker-compose.yml').replaceAll(
    /(?<!\$)\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise = '') => get(name) || otherwise,
  );
  return parse(text.replaceAll('$$', '$'), { merge: true });
}
