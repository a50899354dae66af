import type { JsonObject } from '../../model/json.ts';
import { ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import { plainJson, plainText } from '../../stages/receipt/digest.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { createAttachment } from '../../stages/resource/manifest.ts';
import type { Push } from './push.ts';
import type { SyncedFile } from './sync.ts';

/** in-toto statements in DSSE envelopes, by their predicate. */
const pushReceiptType = 'application/vnd.in-toto.parley-push+dsse';

export interface PushReceiptDeps {
  readonly receipts: WithReceipts;
  /** Tenant whose log receives the receipt. */
  readonly tenant: string;
  readonly store: ArtifactStore;
}

/** Who pushed what, and when. */
export interface PushedBy extends Push {
  /** `api:deploy-bot`, `user:maria`. */
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly time: string;
}

/**
 * Makes a receipt of a push where there is a signer, and attaches it to the version. A version that
 * was already current gets one if it has none, since the process that pushed it may have been
 * killed before.
 */
export async function keepPushReceipt(
  { receipts, tenant, store }: PushReceiptDeps,
  push: PushedBy,
): Promise<Result<unknown>> {
  const { pushed, artifact } = push;
  const repository = `${pushed.tenant}/${pushed.name}`;
  if (pushed.change === 'unchanged') {
    const attached = await store.referrers(repository, pushed.digest);
    if (!attached.ok) return attached;
    if (attached.value.some(({ artifactType }) => artifactType === pushReceiptType)) {
      return ok(undefined);
    }
  }
  const draft = pushDraft(push, store.location);
  return receipts(tenant, async (log) => {
    const appended = await log.append([draft], new Map(), push.time);
    if (!appended.ok) return appended;
    const made = await log.find(receiptId(draft));
    if (made === undefined) return ok(undefined);
    const text = plainText(made.envelope);
    const attachment = createAttachment(artifact.descriptor, { type: pushReceiptType, text });
    return store.put(repository, attachment, []);
  });
}

/** A draft for a file that was written for a version, at a commit or at a time. */
export function syncDraft(
  tenant: string,
  { name, kind, digest, path, change }: Omit<SyncedFile, 'before' | 'after' | 'from' | 'number'>,
  where: { readonly commit: string } | { readonly at: string },
): Draft {
  const about = plainJson({ tenant, kind, name, digest, path, change, ...where }) as JsonObject;
  return { kind: 'sync', name: `${tenant}/${name} ${digest}`, about, inputs: {}, facts: {} };
}

function pushDraft({ pushed, by }: PushedBy, location: string): Draft {
  const { tenant, kind, name, digest, parents, change, number } = pushed;
  const about = plainJson({ tenant, kind, name, digest, parents }) as JsonObject;
  const facts = plainJson({ change, number, registry: location, by }) as JsonObject;
  return { kind: 'push', name: `${tenant}/${name} ${digest}`, about, inputs: {}, facts };
}
