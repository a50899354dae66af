import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';

const type = 'Microsoft.EventGrid.SubscriptionValidationEvent';

const Handshake = z
  .array(
    z.object({
      eventType: z.literal(type),
      data: z.object({ validationCode: z.string().max(200) }),
    }),
  )
  .length(1);

/**
 * The validation code of Event Grid's handshake for a new address; undefined for any other request.
 */
export function handshakeCode(
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): string | undefined {
  if (headers['aeg-event-type'] !== 'SubscriptionValidation') return undefined;
  const question = Handshake.safeParse(parsedJson(Buffer.from(bytes).toString('utf8')));
  return question.data?.[0]?.data.validationCode;
}
