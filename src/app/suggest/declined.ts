import { z } from 'zod';
import { contentId } from '../../model/id.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { Suggestion } from '../../reconcile/learning/suggest.ts';

/** Records that somebody declined a rule, given the evidence at that time. */
const Declined = z.strictObject({
  schema: z.literal('parley/suggestion-declined/v1'),
  /** Digest of the suggestion. It changes with more evidence. */
  digest: z.string(),
});

/** Adds the refusal to the log of reviews. */
export async function decline(
  store: Pick<Store, 'appendFeedback'>,
  { digest }: Suggestion,
  time: string,
): Promise<void> {
  const body = { schema: 'parley/suggestion-declined/v1', digest } as const;
  await store.appendFeedback([{ id: contentId('f', body), time, body }]);
}

/** Digests of the declined suggestions. */
export async function readDeclined(store: Pick<Store, 'feedback'>): Promise<ReadonlySet<string>> {
  const documents = await store.feedback();
  return new Set(documents.flatMap(({ body }) => Declined.safeParse(body).data?.digest ?? []));
}

export function isDeclined(declined: ReadonlySet<string>, { digest }: Suggestion): boolean {
  return declined.has(digest);
}
