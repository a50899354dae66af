import type { Artifact } from '../../model/artifact.ts';
import type { JsonObject } from '../../model/json.ts';
import { ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import type { Io } from '../../ports/io.ts';
import { plainJson, plainText } from '../../stages/receipt/digest.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { attachmentOf } from '../../stages/resource/manifest.ts';
import { openReceipts, rememberedFolder } from '../receipt/open.ts';
import type { PushedResource } from './push.ts';

/** in-toto statements in DSSE envelopes, by what they say. */
const pushReceiptType = 'application/vnd.in-toto.parley-push+dsse';

/** Makes a receipt of a push where anything is remembered, and attaches it to what was pushed. */
export async function keepPushReceipt(
  io: Io,
  dir: string,
  store: ArtifactStore,
  { pushed, artifact }: { readonly pushed: PushedResource; readonly artifact: Artifact },
): Promise<Result<undefined>> {
  const folder = await rememberedFolder(io, dir);
  if (folder === undefined) return ok(undefined);
  const log = await openReceipts(io, folder);
  if (!log.ok) return log;
  const draft = pushDraft(pushed, store.location);
  try {
    const appended = await log.value.append([draft], new Map(), io.now());
    if (!appended.ok) return appended;
    const id = receiptId(draft);
    const made = (await log.value.receipts()).find((one) => one.id === id);
    if (made === undefined) return ok(undefined);
    const attachment = attachmentOf(artifact.descriptor, {
      type: pushReceiptType,
      text: plainText(made.envelope),
    });
    return await store.put(`${pushed.tenant}/${pushed.name}`, attachment, []);
  } finally {
    await log.value.close();
  }
}

function pushDraft(pushed: PushedResource, location: string): Draft {
  const { tenant, kind, name, digest, parents, change, number } = pushed;
  const about = plainJson({ tenant, kind, name, digest, parents }) as JsonObject;
  const facts = plainJson({ change, number, registry: location }) as JsonObject;
  return { kind: 'push', name: `${tenant}/${name} ${digest}`, about, inputs: {}, facts };
}
