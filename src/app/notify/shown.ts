import { z } from 'zod';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { shownPrefix } from './keys.ts';
import type { Facets } from './telling.ts';
import { after, goneMemory, memory } from './times.ts';

const Shown = z.object({
  /** The last run that spoke of the intent. */
  run: z.string(),
  /** How often the message was changed: two lines of the thread are never taken for one. */
  revision: z.int(),
  /** Digest of the message; empty for one that may have been lost. */
  said: z.string(),
  facets: z.object({
    phase: z.enum(['open', 'held', 'answered', 'gone']),
    outcomes: z.string(),
    proposal: z.string(),
    answer: z.string(),
  }),
});

/** What the message of an intent says now. */
export interface Shown {
  readonly run: string;
  readonly revision: number;
  readonly said: string;
  readonly facets: Facets;
}

/** By intent. */
export async function readShown(
  { marks }: Pick<ServiceStore, 'marks'>,
  { tenant, stack }: StackKey,
  channel: string,
): Promise<ReadonlyMap<string, Shown>> {
  const prefix = shownPrefix(channel, stack);
  const found = await marks.list(tenant, prefix);
  return new Map(
    found.flatMap(({ key, value }) => {
      const shown = Shown.safeParse(value);
      return shown.success ? [[key.slice(prefix.length), shown.data] as const] : [];
    }),
  );
}

export async function keepShown(
  { marks }: Pick<ServiceStore, 'marks'>,
  { tenant, stack }: StackKey,
  {
    channel,
    intent,
    now,
  }: { readonly channel: string; readonly intent: string; readonly now: string },
  { run, revision, said, facets }: Shown,
): Promise<void> {
  const value = { run, revision, said, facets: { ...facets } };
  await marks.put(tenant, `${shownPrefix(channel, stack)}${intent}`, {
    value,
    until: after(now, facets.phase === 'gone' ? goneMemory : memory),
  });
}
