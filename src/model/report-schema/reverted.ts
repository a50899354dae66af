import { z } from 'zod';
import { endings } from '../drift.ts';
import { purposes } from '../intent.ts';
import { driftValue, writes } from './drift.ts';
import { actor } from './intent.ts';
import { ids, jsonObject, path, reportText, wholeNumber, window } from './terms.ts';

/** Reports of earlier versions only have the place, the events, the window and the writes. */
export const reverted = z.object({
  address: reportText,
  type: reportText.exactOptional(),
  path,
  evidence: ids,
  window,
  writes: writes.exactOptional(),
  because: reportText.exactOptional(),
  ending: z.enum(endings).exactOptional(),
  before: driftValue.exactOptional(),
  changes: ids.exactOptional(),
  ended: reportText.exactOptional(),
  durationMs: wholeNumber.exactOptional(),
  times: wholeNumber.exactOptional(),
  created: jsonObject.exactOptional(),
  changedBy: z.array(actor).readonly().exactOptional(),
  endedBy: actor.exactOptional(),
  purpose: z.enum(purposes).exactOptional(),
  summary: reportText.exactOptional(),
  sentence: reportText.exactOptional(),
});
