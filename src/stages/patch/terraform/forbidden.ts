import type { Evaluation } from '../../../code/terraform/config/types.ts';
import {
  type BrokenValidation,
  brokenValidations,
} from '../../../code/terraform/config/validation.ts';
import { displayText } from '../../../model/text.ts';

/** A rule of the configuration that an edit breaks, as a sentence. */
export function forbiddenBy(before: Evaluation, after: Evaluation): string | undefined {
  for (const broken of brokenValidations(after)) {
    // What was broken before is not the edit's doing.
    const earlier = [...brokenValidations(before)].map(keyOf);
    if (!earlier.includes(keyOf(broken))) return sentence(broken);
  }
  return undefined;
}

function keyOf({ variable, message = '' }: BrokenValidation): string {
  return `${variable} ${message}`;
}

function sentence({ variable, message }: BrokenValidation): string {
  const said = message === undefined ? '' : ` (${displayText(message, 160)})`;
  return `The validation of ${displayText(variable, 160)} would not allow the value${said}.`;
}
