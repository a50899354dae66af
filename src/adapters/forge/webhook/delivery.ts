import type { z } from 'zod';
import type { RemoteForge } from '../../../config/service/forges.ts';
import { hexDigest } from '../../../model/digest.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { ForgeEvent, type ReceivedEvent } from '../../../ports/forge/event.ts';

/** A request as it was received, with header names in lower case. */
export interface ForgeDelivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes that the signature covers. */
  readonly body: Uint8Array;
}

/** How a forge sends events. */
export interface Hook {
  readonly forge: RemoteForge['kind'];
  isGenuine(delivery: ForgeDelivery, secret: string): boolean;
  /** Header with the id of the delivery, which stays the same when it is sent again. */
  readonly idHeader: string;
  /** Header with the kind of event. */
  readonly kindHeader: string;
  /** For each kind of event, the schema that also converts it to a `ForgeEvent`. */
  readonly kinds: ReadonlyMap<string, z.ZodType<ForgeEvent>>;
}

/** Checks where a request comes from, and only then reads its content. */
export function receive(
  hook: Hook,
  delivery: ForgeDelivery,
  secret: string,
): Result<ReceivedEvent> {
  if (!hook.isGenuine(delivery, secret)) return fail(notGenuine(hook.forge));
  const replayKeys = replayKeysOf(hook, delivery);
  const kind = delivery.headers[hook.kindHeader] ?? '';
  const schema = hook.kinds.get(kind);
  if (schema === undefined) {
    const because = `Events of the kind ${displayText(kind, 60)} are not used.`;
    return ok({ event: { kind: 'other', because }, replayKeys });
  }
  // A body that is not JSON is undefined, which no schema accepts.
  const parsed = schema.safeParse(parsedJson(Buffer.from(delivery.body).toString('utf8')));
  const checked = parsed.success ? ForgeEvent.safeParse(parsed.data) : parsed;
  if (checked.success) return ok({ event: checked.data, replayKeys });
  const place = checked.error.issues[0]?.path.map(String).join('.') ?? '';
  return fail(unreadable(hook.forge, displayText(place, 80)));
}

function replayKeysOf(
  { forge, idHeader }: Hook,
  { headers, body }: ForgeDelivery,
): readonly string[] {
  const id = headers[idHeader];
  const digest = hexDigest(body);
  const named = id === undefined ? [] : [`${forge}:id:${displayText(id, 100)}`];
  return [...named, `${forge}:body:${digest}`];
}

function notGenuine(forge: string): Problem {
  return {
    code: 'webhook-signature',
    message: `The request does not prove that it comes from ${forge}.`,
    hint: 'Set the same secret on both sides.',
  };
}

function unreadable(forge: string, place: string): Problem {
  return {
    code: 'webhook-body',
    message: `The event of ${forge} is not what is documented${place === '' ? '' : ` at ${place}`}.`,
    hint: 'Let the webhook send JSON.',
  };
}
