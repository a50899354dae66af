import type { Intent } from '../../../../model/intent.ts';
import { markup, slackProse } from '../markup.ts';
import { type PlainText, type SlackBlock, section, slackPlainText } from './kit.ts';

/** Actions with a form that asks for more than the action itself. */
export type FormAction = 'delegate' | 'hold' | 'dismiss';

/** A form that Slack shows in a modal window (https://docs.slack.dev/surfaces/modals). */
export interface View {
  readonly type: 'modal';
  readonly callback_id: string;
  /** The sealed action, which Slack sends back with the form. */
  readonly private_metadata: string;
  readonly title: PlainText;
  readonly submit: PlainText;
  readonly close: PlainText;
  readonly blocks: readonly (SlackBlock | Input)[];
}

interface Input {
  readonly type: 'input';
  readonly block_id: string;
  readonly optional: boolean;
  readonly label: PlainText;
  readonly element: NumberInput | TextInput | Select;
}

interface NumberInput {
  readonly type: 'number_input';
  readonly action_id: string;
  readonly is_decimal_allowed: true;
}

interface TextInput {
  readonly type: 'plain_text_input';
  readonly action_id: string;
  readonly max_length: number;
}

interface Select {
  readonly type: 'static_select';
  readonly action_id: string;
  readonly initial_option: Option;
  readonly options: readonly Option[];
}

interface Option {
  readonly text: PlainText;
  readonly value: string;
}

/** Slack's limit for titles and buttons of a form. */
const longestTitle = 24;

/** The longest note of an answer, in characters. */
const longestReason = 500;

/** The choices for how long something is put on hold, in hours. */
export const holdHours = [4, 24, 168] as const;

const holdLabels: Readonly<Record<(typeof holdHours)[number], string>> = {
  4: '4 hours',
  24: '24 hours',
  168: '7 days',
};

/**
 * The form for an action that needs more than a button. `seal` is the sealed action of the button.
 */
export function viewForm(action: FormAction, intent: Intent, seal: string): View {
  const { title, line, inputs } = forms[action];
  return {
    type: 'modal',
    callback_id: `parley.${action}`,
    private_metadata: seal,
    title: slackPlainText(title, longestTitle),
    submit: slackPlainText(title, longestTitle),
    close: slackPlainText('Cancel', longestTitle),
    blocks: [...section([slackProse(intent.summary, 300), line]), ...inputs],
  };
}

const forms = {
  delegate: {
    title: 'Delegate',
    line: markup`The field is delegated to the actor that changed it, within these bounds if given.`,
    inputs: [numberInput('min', 'At least'), numberInput('max', 'At most')],
  },
  hold: {
    title: 'Hold',
    line: markup`Nothing is done about it until then.`,
    inputs: [holdSelect()],
  },
  dismiss: {
    title: 'Dismiss',
    line: markup`This drift needs no action: it stays closed until the field changes again.`,
    inputs: [textInput('reason', 'Why')],
  },
} as const;

function numberInput(name: string, label: string): Input {
  return {
    type: 'input',
    block_id: name,
    optional: true,
    label: slackPlainText(label, 100),
    element: { type: 'number_input', action_id: name, is_decimal_allowed: true },
  };
}

function textInput(name: string, label: string): Input {
  return {
    type: 'input',
    block_id: name,
    optional: false,
    label: slackPlainText(label, 100),
    element: { type: 'plain_text_input', action_id: name, max_length: longestReason },
  };
}

function holdSelect(): Input {
  const options = holdHours.map((hours) => optionOf(hours));
  return {
    type: 'input',
    block_id: 'hours',
    optional: false,
    label: slackPlainText('For', 100),
    element: {
      type: 'static_select',
      action_id: 'hours',
      initial_option: optionOf(24),
      options,
    },
  };
}

function optionOf(hours: (typeof holdHours)[number]): Option {
  return { text: slackPlainText(holdLabels[hours], 75), value: String(hours) };
}
