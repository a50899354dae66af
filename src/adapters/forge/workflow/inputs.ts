import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { WorkflowInputs } from './types.ts';

/** Characters of the addresses as JSON; forges accept 65,535 for all inputs. */
const longest = 30_000;

/**
 * An address of Terraform or a name of an object. Keys of instances come from logs: without this
 * check, anyone who can name a bucket could write a line of somebody's shell script.
 */
const address = /^[A-Za-z0-9_./:@-]+(?:\[(?:\d+|"[\w .:/@+-]*")\](?:\.[A-Za-z0-9_./:@-]+)*)*$/;

const plain = /^[\w./-]{1,200}$/;

/** Inputs as texts; `addresses` is a JSON array. Refuses anything that could break a script. */
export function inputTexts({
  stack,
  intent,
  addresses,
}: WorkflowInputs): Result<Readonly<Record<'stack' | 'intent' | 'addresses', string>>> {
  const bad =
    [stack, intent].find((text) => !plain.test(text)) ??
    addresses.find((text) => !address.test(text) || text.startsWith('-'));
  if (bad !== undefined) return fail(unfit(bad));
  const list = JSON.stringify(addresses);
  if (list.length > longest) return fail(tooMany);
  return ok({ stack, intent, addresses: list });
}

function unfit(text: string): Problem {
  return {
    code: 'workflow-input',
    message: `${displayText(text, 100)} is not passed to a workflow: a script could misread it.`,
    hint: 'Run the command of the proposal by hand.',
  };
}

const tooMany: Problem = {
  code: 'workflow-input',
  message: 'There are too many addresses for the inputs of a workflow.',
  hint: 'Run the command of the proposal by hand.',
};
