import { z } from 'zod';
import {
  channelId,
  messageTime,
  responseUrl,
  teamId,
  userId,
} from '../../../config/service/slack-terms.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { Report } from '../../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { type ActionTarget, offerDigest, openAction } from './action-value.ts';
import { actionId } from './actions.ts';
import { holdHours } from './blocks/view.ts';
import { readForm, unreadable } from './form.ts';

/** What somebody did with a message of Parley. */
export type Interaction =
  | ({
      readonly kind: 'review';
      readonly team: string;
      readonly user: string;
      readonly channel: string;
      /** Time of the message with the button. */
      readonly message: string;
      readonly responseUrl: string;
      /** Allows a form to be shown within three seconds. */
      readonly trigger?: string;
    } & ActionTarget)
  /** A form was filled in. */
  | ({
      readonly kind: 'form';
      readonly team: string;
      readonly user: string;
      readonly given: FormValues;
    } & ActionTarget)
  /** A link was followed, which Slack reports. There is nothing to do. */
  | { readonly kind: 'followed' };

/** Values of a form: bounds of a delegation, hours of a hold, or the reason of a dismissal. */
export interface FormValues {
  readonly min?: number;
  readonly max?: number;
  readonly hours?: (typeof holdHours)[number];
  readonly reason?: string;
}

const Press = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: teamId }),
  user: z.object({ id: userId }),
  channel: z.object({ id: channelId }),
  container: z.object({ message_ts: messageTime }),
  response_url: responseUrl,
  trigger_id: z.string().min(1).max(200).optional(),
  actions: z
    .tuple([
      z.object({
        type: z.literal('button'),
        action_id: z.string().max(255),
        value: z.string().optional(),
        url: z.string().optional(),
      }),
    ])
    .readonly(),
});

const bound = z
  .string()
  .regex(/^-?\d{1,15}(?:\.\d{1,9})?$/)
  .transform(Number)
  .nullish();

const Submission = z.object({
  type: z.literal('view_submission'),
  team: z.object({ id: teamId }),
  user: z.object({ id: userId }),
  view: z.object({
    callback_id: z.string().max(255),
    private_metadata: z.string().max(3000),
    state: z.object({
      values: z.object({
        min: z.object({ min: z.object({ value: bound }) }).optional(),
        max: z.object({ max: z.object({ value: bound }) }).optional(),
        reason: z.object({ reason: z.object({ value: z.string().max(500).nullish() }) }).optional(),
        hours: z
          .object({
            hours: z.object({
              selected_option: z.object({
                value: z.literal(holdHours.map(String)).transform(hoursOf),
              }),
            }),
          })
          .optional(),
      }),
    }),
  }),
});

const Payload = z.discriminatedUnion('type', [Press, Submission]);

/** A payload contains the entire message, form-encoded. */
const largestInteraction = 2 * 1024 * 1024;

/**
 * Reads the form that Slack sends when somebody presses a button. Only values sealed with one of
 * the keys are accepted; whether the user may do it is checked later, by the permissions.
 */
export function readInteraction(
  body: string,
  keys: readonly string[],
): Result<Interaction, Problem> {
  const form = readForm(body, largestInteraction);
  if (!form.ok) return form;
  const parsed = Payload.safeParse(parsedJson(form.value['payload'] ?? ''));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(unreadable(`The interaction has no usable ${issue?.path.join('.') || 'payload'}.`));
  }
  return parsed.data.type === 'block_actions'
    ? pressed(parsed.data, keys)
    : submitted(parsed.data, keys);
}

function pressed(
  { team, user, channel, container, response_url, trigger_id, actions }: z.output<typeof Press>,
  keys: readonly string[],
): Result<Interaction, Problem> {
  const [{ action_id, value, url }] = actions;
  if (value === undefined) {
    return url === undefined
      ? fail(unreadable('The button has no value.'))
      : ok({ kind: 'followed' });
  }
  const target = openAction(keys, value);
  if (!target.ok) return target;
  // The id has to belong to the action in the value: a value on another button is refused.
  if (action_id !== actionId(target.value.action)) {
    return fail(unreadable('The value of the button belongs to another button.'));
  }
  return ok({
    kind: 'review',
    ...target.value,
    team: team.id,
    user: user.id,
    channel: channel.id,
    message: container.message_ts,
    responseUrl: response_url,
    ...(trigger_id === undefined ? {} : { trigger: trigger_id }),
  });
}

function submitted(
  { team, user, view }: z.output<typeof Submission>,
  keys: readonly string[],
): Result<Interaction, Problem> {
  const target = openAction(keys, view.private_metadata);
  if (!target.ok) return target;
  if (view.callback_id !== actionId(target.value.action)) {
    return fail(unreadable('The value of the form belongs to another form.'));
  }
  const { min, max, hours, reason } = view.state.values;
  const given: FormValues = {
    ...present('min', min?.min.value),
    ...present('max', max?.max.value),
    ...present('hours', hours?.hours.selected_option.value),
    ...present('reason', reason?.reason.value),
  };
  return ok({ kind: 'form', ...target.value, team: team.id, user: user.id, given });
}

function present<K extends string, T>(key: K, value: T | null | undefined) {
  return value === undefined || value === null ? {} : ({ [key]: value } as Record<K, T>);
}

function hoursOf(text: string): (typeof holdHours)[number] | undefined {
  return holdHours.find((hours) => String(hours) === text);
}

/**
 * Why an action can no longer be carried out; undefined if it still matches the report. `why`
 * changes nothing, so it only needs the intent.
 */
export function outdated(
  { action, intent, digest }: ActionTarget,
  report: Report,
): string | undefined {
  const decisions = report.decisions.filter((decision) => decision.intent === intent);
  if (!report.intents.some(({ id }) => id === intent) || decisions.length === 0) {
    return 'This intent is gone: its change was reverted or overwritten.';
  }
  return action === 'why' || offerDigest(decisions) === digest
    ? undefined
    : 'The decision about this intent has changed since this message.';
}
