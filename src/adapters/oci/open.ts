import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import { parseServiceUrl } from '../net/address.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import { registryCredential } from './docker-config.ts';
import { createEmbeddedStore } from './embedded.ts';
import { createRegistryStore } from './registry.ts';

export interface ArtifactPlace {
  /** Environment variables, which may hold the credential for a registry. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths start from. */
  readonly cwd: string;
}

/** Milliseconds that one process waits for another to finish with the folder. */
const lockTimeout = 30_000;

/** Opens `https://registry.example.com/team`, or a folder. Makes no call yet. */
export function openArtifactStore(
  location: string,
  { env, cwd }: ArtifactPlace,
): Result<ArtifactStore> {
  const isUrl = /^(?:https?|oci):\/\//.test(location);
  if (!isUrl) {
    return ok(createEmbeddedStore(resolve(cwd, location), { timeout: lockTimeout, sleep }));
  }
  const base = parseServiceUrl(location.replace(/^oci:/, 'https:'));
  if (base === undefined) {
    return fail({
      code: 'registry-address',
      message: 'The address of the registry is not an https URL without user, query and fragment.',
      hint: 'Write https://registry.example.com/team, or a folder.',
    });
  }
  return ok(
    createRegistryStore({
      base,
      // A registry may be on a private network, but never at an address where clouds hand out
      // credentials.
      call: createGuardedFetch({ allowsLoopback: true }),
      clock: { now: Date.now, sleep: (milliseconds) => sleep(milliseconds) },
      credential: () => registryCredential(env, base.host),
    }),
  );
}
