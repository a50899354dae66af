import { z } from 'zod';
import { receiptKinds } from '../../../model/receipt.ts';
import { timeField } from './common.ts';

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
