import { z } from 'zod';
import { contentId } from '../../model/id.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { Suggestion } from '../../reconcile/learning/suggest.ts';

/** That somebody does not want a rule, on the evidence that there was then. */
const Declined = z.strictObject({
  schema: z.literal('parley/suggestion-declined/v1'),
  /** Of the suggestion: more evidence has another one. */
  digest: z.string(),
});

/** Adds it to the log of reviews. */
export async function decline(
  store: Pick<Store, 'appendFeedback'>,
  { digest }: Suggestion,
  time: string,
): Promise<void> {
  const body = { schema: 'parley/suggestion-declined/v1', digest } as const;
  await store.appendFeedback([{ id: contentId('f', body), time, body }]);
}

/** Digests of what was declined. */
export async function readDeclined(store: Pick<Store, 'feedback'>): Promise<ReadonlySet<string>> {
  const documents = await store.feedback();
  return new Set(documents.flatMap(({ body }) => Declined.safeParse(body).data?.digest ?? []));
}

export function isDeclined(declined: ReadonlySet<string>, { digest }: Suggestion): boolean {
  return declined.has(digest);
}
