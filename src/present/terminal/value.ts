import type { DriftValue } from '../../model/drift.ts';
import { displayText } from '../../model/text.ts';

/** The longest value shown, in characters; the report has all of it. */
export const longestValue = 400;

/** A side of a drift, for people. */
export function renderTerminalValue(value: DriftValue): string {
  switch (value.kind) {
    case 'value':
      return displayText(JSON.stringify(value.value), longestValue);
    case 'absent':
      return 'nothing';
    case 'redacted':
      return 'a hidden value';
    case 'unknown':
      return `unknown (${value.why})`;
  }
}
