import { z } from 'zod';
import { type LoggedReceipt, receiptKinds } from '../../../model/receipt.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { ReceiptLog } from '../../../ports/receipt/receipt-log.ts';
import { bundleText } from '../../../stages/receipt/bundle.ts';
import { readStatement } from '../../../stages/receipt/statement.ts';
import { receiptName } from '../../../stages/receipt/verify.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, readingEndpoint } from '../endpoint.ts';
import { pageFields, pageSchema, wrongCursor } from '../http/page.ts';
import { type ApiReply, jsonReply, notFound, refuseCall, refuseFor } from '../http/reply.ts';
import { timeField } from '../schema/common.ts';

export const ReceiptView = z.object({
  id: z.string().meta({ description: 'SHA-256 of what it is about' }),
  index: z.int().meta({ description: 'Place in the log, from 0' }),
  kind: z.enum(receiptKinds),
  name: z.string(),
  time: timeField,
});

export const ReceiptDetailView = ReceiptView.extend({
  statement: z
    .record(z.string(), z.unknown())
    .meta({ description: 'in-toto Statement, version 1' }),
  envelope: z.object({
    payload: z.string(),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })).readonly(),
  }),
});

/** The bundle that `parley receipt verify` reads. */
export const ReceiptBundleView = z.record(z.string(), z.unknown());

export const ReceiptLogView = z.object({
  size: z.int().meta({ description: 'Receipts up to the checkpoint' }),
  checkpoint: z.string().optional().meta({ description: 'The newest signed note' }),
  keys: z
    .array(
      z.object({ id: z.string(), pem: z.string(), since: timeField, until: timeField.optional() }),
    )
    .readonly(),
});

export const ReceiptList = pageSchema(ReceiptView);

type Deps = Pick<ApiDeps, 'registers'>;

const group = 'receipts';
const idParams = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{64}$/, 'Use the id of a receipt: 64 hex digits'),
});

/**
 * Endpoints for signed records of what was decided, answered and written. Verifying them is left to
 * the reader.
 */
export function receiptEndpoints(deps: Deps): readonly Endpoint[] {
  return [listReceipts(deps), showReceipt(deps), exportReceipt(deps), showLog(deps)];
}

function listReceipts(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/receipts',
    name: 'listReceipts',
    group,
    summary: 'Signed records of what was decided and done',
    query: z.strictObject(pageFields),
    replies: { 200: { description: 'In the order of the log', schema: ReceiptList } },
    refusals: [404],
    async handle({ tenant, query: { limit = 50, cursor = '0' } }) {
      if (!/^\d{1,9}$/.test(cursor)) return wrongCursor;
      const from = Number(cursor);
      return reply(deps, tenant, async (log) => {
        const page = await log.page(from, limit + 1);
        const items = page.slice(0, limit).map(viewOf);
        const last = page[limit - 1];
        const next = page.length > limit && last ? String(last.index + 1) : undefined;
        return jsonReply(200, { items, ...(next === undefined ? {} : { next }) });
      });
    },
  });
}

function showReceipt(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/receipts/{id}',
    name: 'showReceipt',
    group,
    summary: 'A receipt, with its signature',
    params: idParams,
    replies: { 200: { description: 'The receipt', schema: ReceiptDetailView } },
    refusals: [404],
    handle: ({ tenant, params: { id } }) =>
      reply(deps, tenant, async (log) => {
        const found = await log.find(id);
        if (found === undefined) return notFound('receipt');
        const { envelope } = found;
        const statement = JSON.parse(payloadOf(found));
        return jsonReply(200, { ...viewOf(found), statement, envelope });
      }),
  });
}

function exportReceipt(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/receipts/{id}/bundle',
    name: 'exportReceipt',
    group,
    summary: 'A receipt with its proof and what it rests on, for `parley receipt verify`',
    params: idParams,
    replies: {
      200: {
        description: 'The exact bytes that are verified',
        type: 'application/json',
        schema: ReceiptBundleView,
      },
    },
    refusals: [404],
    handle: ({ tenant, params: { id } }) =>
      reply(deps, tenant, async (log) => {
        const found = await log.find(id);
        if (found === undefined) return notFound('receipt');
        const bundle = await log.bundle([found]);
        if (!bundle.ok) return refuseFor(500, bundle.error);
        return { kind: 'text', type: 'application/json', body: bundleText(bundle.value) };
      }),
  });
}

function showLog(deps: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/receipt-log',
    name: 'showReceiptLog',
    group,
    summary: 'The newest checkpoint of the log of receipts, and its keys',
    replies: { 200: { description: 'Size, checkpoint and public keys', schema: ReceiptLogView } },
    refusals: [404],
    handle: ({ tenant }) =>
      reply(deps, tenant, async (log) => {
        const checkpoint = await log.checkpoint();
        const size = Number(checkpoint?.split('\n')[1] ?? 0);
        const keys = (await log.keys()).map(({ handover: _, ...key }) => key);
        return jsonReply(200, { size, ...(checkpoint === undefined ? {} : { checkpoint }), keys });
      }),
  });
}

/** Where nothing is signed there is no log. That is reported as such instead of as an empty log. */
async function reply(
  { registers: { receipts } }: Deps,
  tenant: string,
  work: (log: ReceiptLog) => Promise<ApiReply>,
): Promise<ApiReply> {
  const done: Result<ApiReply | undefined> = await receipts(tenant, async (log) =>
    ok(await work(log)),
  );
  if (!done.ok) return refuseFor(503, done.error);
  return done.value ?? nobodySigns;
}

const nobodySigns = refuseCall(404, 'no-receipts', 'No receipts are made here.', {
  detail: 'Name a key with PARLEY_RECEIPT_PRIVATE_KEY or PARLEY_RECEIPT_SIGNER.',
});

function viewOf(receipt: LoggedReceipt): z.output<typeof ReceiptView> {
  const { id, index } = receipt;
  const read = readStatement(payloadOf(receipt), receiptName(receipt));
  // Parley wrote the statement; verification reports it if somebody has altered the tables.
  if (!read.ok) throw new Error(read.error.message);
  const { kind, name, predicate } = read.value;
  return { id, index, kind, name, time: predicate.time };
}

function payloadOf({ envelope }: LoggedReceipt): string {
  return Buffer.from(envelope.payload, 'base64').toString('utf8');
}
