import type { Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Appended, ReceiptLog } from '../../ports/receipt/receipt-log.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import type { ReceiptRows } from '../../ports/store/receipt-rows.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { receiptsBefore } from './age.ts';
import { bundleFrom, nothingLogged } from './bundle.ts';
import { firstCovering, inputsNamed, newDrafts, signAddition, trySigner } from './sign.ts';

/** Larger than any log: a limit that includes all receipts. */
const all = 2_147_483_647;

/** Receipts whose age is checked together. */
const pageSize = 500;

/** A log in the tables of a server, to which several processes add; reading it needs no signer. */
export function databaseLog(rows: ReceiptRows, signer: Signer | undefined): ReceiptLog {
  const covering: ReceiptLog['covering'] = async (groups) => {
    const places = await rows.places(groups.flat());
    const notes = await rows.checkpoints();
    return groups.map((ids) => firstCovering(notes, places, ids)?.note);
  };
  const { has, find, leaves, keys, checkpoint, checkpoints, input } = rows;
  return {
    ...{ has, find, leaves, keys, checkpoint, checkpoints, input },
    covering,
    async ready() {
      if (signer === undefined) return fail(nobodySigns);
      const head = await rows.head();
      const { key: current, origin } = head ?? {};
      return trySigner(signer, { leaves: await leaves(), current, origin });
    },
    receipts: () => rows.receipts(0, all),
    page: (from, limit) => rows.receipts(from, limit),
    async append(drafts, texts, time) {
      if (signer === undefined) return fail(nobodySigns);
      for (;;) {
        const fresh = newDrafts(drafts, await rows.has(drafts.map(receiptId)));
        if (fresh.length === 0) {
          const [note = ''] = await covering([drafts.map(receiptId)]);
          return ok({ made: [], checkpoint: note });
        }
        const added = await add(rows, signer, { fresh, texts, time });
        // If another process was faster, perhaps with the same receipts, this tries again.
        if (!added.ok) return added;
        if (added.value !== undefined) return ok(added.value);
      }
    },
    async drop(before) {
      let dropped = 0;
      for (let from = 0; ; ) {
        const page = await rows.receipts(from, pageSize);
        const old = receiptsBefore(page, before);
        dropped += old.length;
        from = (old.at(-1)?.index ?? from - 1) + 1;
        if (old.length < pageSize) {
          if (dropped > 0) await rows.drop(from);
          return dropped;
        }
      }
    },
    async bundle(receipts) {
      const newest = await checkpoint();
      if (newest === undefined) return fail(nothingLogged);
      const found = await rows.places(receipts.map(({ id }) => id));
      return bundleFrom(receipts, {
        checkpoint: newest,
        keys: await keys(),
        places: new Map([...found].map(([id, index]) => [index, id])),
        leaves: await leaves(),
        input,
      });
    },
  };
}

/** A server keeps no private key: the environment names the signer. */
export const nobodySigns: Problem = {
  code: 'receipt-no-signer',
  message: 'The receipts are on a server, and no key to sign them is set.',
  hint: 'Set one with PARLEY_RECEIPT_PRIVATE_KEY or PARLEY_RECEIPT_SIGNER; `openssl genpkey -algorithm ed25519` makes one.',
};

interface Addition {
  readonly fresh: readonly Draft[];
  readonly texts: ReadonlyMap<Sha256, string>;
  readonly time: string;
}

/** Undefined if the log has grown meanwhile. */
async function add(
  rows: ReceiptRows,
  signer: Signer,
  { fresh, texts, time }: Addition,
): Promise<Result<Appended | undefined>> {
  const head = await rows.head();
  const leaves = await rows.leaves();
  if (leaves.length !== (head?.size ?? 0)) return ok(undefined);
  // Checked after the size: anything that others add from here on changes the size.
  if ((await rows.has(fresh.map(receiptId))).size > 0) return ok(undefined);
  const current = head?.key;
  const signed = await signAddition(signer, { fresh, time, leaves, current, origin: head?.origin });
  if (!signed.ok) return signed;
  const { made, checkpoint, key, origin } = signed.value;
  const inputs = new Map(inputsNamed(fresh, texts));
  const addition = { origin, key, receipts: made, checkpoint: checkpoint.note, inputs };
  if (!(await rows.add(leaves.length, addition))) return ok(undefined);
  return ok({ made: made.map(({ id }) => id), checkpoint: checkpoint.note });
}
