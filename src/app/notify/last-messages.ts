import { shiftTime } from '../../model/instant.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSentGroups, stateKey } from '../../ports/store/state/keys.ts';
import type { SentMessage } from '../../ports/store/state/schemas.ts';
import { goneMemory, memoryTime } from './times.ts';

/** The last message about each intent, by intent. */
export async function readLastMessages(
  { lastSent }: Pick<ServiceStore, 'lastSent'>,
  { tenant, stack }: StackKey,
  channel: string,
): Promise<ReadonlyMap<string, SentMessage>> {
  const found = await lastSent.list(tenant, lastSentGroups.messages(channel, stack));
  return new Map(found.map(({ name, value }) => [name, value]));
}

export async function keepLastMessage(
  { lastSent }: Pick<ServiceStore, 'lastSent'>,
  { tenant, stack }: StackKey,
  {
    channel,
    intent,
    now,
  }: { readonly channel: string; readonly intent: string; readonly now: string },
  message: SentMessage,
): Promise<void> {
  const key = stateKey(lastSentGroups.messages(channel, stack), intent);
  const until = shiftTime(now, message.facets.phase === 'gone' ? goneMemory : memoryTime);
  await lastSent.put(tenant, key, { value: message, until });
}
