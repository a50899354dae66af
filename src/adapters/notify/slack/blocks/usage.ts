import { code, type Markup, markup, prose } from '../markup.ts';
import { firstOf, type Message, message, section } from './kit.ts';

const maxStacks = 15;

/** How the command is used, with what was not understood in front. */
export function usageMessage(
  command: string,
  why: string | undefined,
  stacks: readonly string[],
): Message {
  const names = [...stacks].sort().map((stack) => code(stack, 100));
  const lines: readonly Markup[] = [
    ...(why === undefined ? [] : [prose(why, 300)]),
    markup`${code(`${command} scan STACK`)} looks for drift now`,
    markup`${code(`${command} status [STACK]`)} tells what is open`,
    markup`${code(`${command} explain STACK [INTENT]`)} tells what was decided and why`,
    markup`${code(`${command} reconcile STACK [INTENT]`)} brings its proposals up to date`,
    ...(names.length === 0 ? [] : [markup`Stacks:`, ...firstOf(names, maxStacks)]),
  ];
  return message(markup`How to use ${code(command, 60)}`, section(lines));
}
