import type { DriftValue } from '../../model/drift.ts';
import { displayText } from '../../model/text.ts';

/** Characters of a value that are shown; the report has all of it. */
export const longestValue = 400;

/** One side of a drift, for people. */
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
