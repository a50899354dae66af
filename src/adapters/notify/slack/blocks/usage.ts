import { type Markup, markup, slackCode, slackProse } from '../markup.ts';
import { limitItems, message, type SlackMessage, section } from './kit.ts';

const maxStacks = 15;

/** How to use the command, preceded by what was not understood. */
export function usageMessage(
  command: string,
  why: string | undefined,
  stacks: readonly string[],
): SlackMessage {
  const names = [...stacks].sort().map((stack) => slackCode(stack, 100));
  const lines: readonly Markup[] = [
    ...(why === undefined ? [] : [slackProse(why, 300)]),
    markup`${slackCode(`${command} scan STACK`)} looks for drift now`,
    markup`${slackCode(`${command} status [STACK]`)} shows what is open`,
    markup`${slackCode(`${command} explain STACK [INTENT]`)} shows what was decided and why`,
    markup`${slackCode(`${command} reconcile STACK [INTENT]`)} updates its proposals`,
    ...(names.length === 0 ? [] : [markup`Stacks:`, ...limitItems(names, maxStacks)]),
  ];
  return message(markup`How to use ${slackCode(command, 60)}`, section(lines));
}
