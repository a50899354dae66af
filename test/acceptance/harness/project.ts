import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, inject } from 'vitest';
import type { LeasedProvider, Prepared } from './broker.ts';
import type { Fork } from './emulator.ts';
import type { LeaseSubject } from './providers.ts';

/** A project of `test/acceptance/projects`, applied when the first case needs it. */
export interface Project {
  readonly name: string;
  /** `describe`, or `describe.skip` where a tool is missing that nobody requires. */
  readonly describe: typeof describe | typeof describe.skip;
  ready(): Promise<Prepared>;
  fork(): Promise<Fork>;
  stop(fork: Fork): Promise<void>;
  /** Calls `use` while it has a running provider to itself, which `reattach` names. */
  attached<T>(subject: LeaseSubject, use: (reattach: string | undefined) => Promise<T>): Promise<T>;
  /** Path of the built program. */
  cli(): Promise<string>;
  readonly results: string;
  /** Runs the cases without Parley, to check that each would fail. */
  readonly idle: boolean;
}

export function useProject(name: string): Project {
  const { url, missing, required, results, idle } = inject('acceptance');
  const demanded = missing.filter((tool) => required.includes(tool.name));
  const skip = url === undefined && demanded.length === 0;
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    if (url === undefined) throw new Error(missing.map(({ hint }) => hint).join(' '));
    // Unlike `fetch`, it has no timeout, so that the hook's own timeout decides.
    const sent = request(`${url}/${path}`, { method: 'POST' });
    sent.end(body === undefined ? '' : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { value, error } = (await json(answer)) as { value?: T; error?: string };
    if (error !== undefined) throw new Error(error);
    return value as T;
  };
  return {
    name,
    describe: skip ? describe.skip : describe,
    ready: () => ask<Prepared>(`projects/${name}`),
    fork: () => ask<Fork>(`projects/${name}/fork`),
    stop: (fork) => ask(`projects/${name}/stop`, fork),
    async attached(subject, use) {
      const leased = await ask<LeasedProvider>('providers/lease', subject);
      try {
        return await use(leased.reattach);
      } finally {
        await ask('providers/release', leased);
      }
    },
    cli: async () => (await ask<{ entry: string }>('cli')).entry,
    results,
    idle,
  };
}
