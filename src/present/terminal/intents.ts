import type { Want } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { displayText } from '../../model/text.ts';
import { minuteText, secondText } from '../../model/time-text.ts';
import { limitsText } from '../../stages/arbitration/case/limits.ts';
import type { ListedIntent } from './listed-intent.ts';
import type { TerminalStyle } from './style.ts';

const longest = 200;

/** The intents one after the other, and how many are left out. */
export function renderIntents(
  intents: readonly ListedIntent[],
  retired: number,
  style: TerminalStyle,
): string {
  const hidden = retired === 0 ? [] : [style.dim(`${retired} retired; --all shows them.`)];
  const empty = intents.length === 0 ? ['No intents are known here.'] : [];
  return [...empty, ...intents.map((intent) => renderIntent(intent, style)), ...hidden].join('\n');
}

function renderIntent(intent: ListedIntent, style: TerminalStyle): string {
  const { id, source, state, summary, who, want, or, fields, ticket, lastLooked } = intent;
  const origin = source === 'log' ? 'inferred from the log' : `declared in ${origins[source]}`;
  const relaxed = or === undefined ? '' : `, or ${wantText(or)}`;
  return [
    `${id}  ${state.padEnd(10)}  ${style.bold(displayText(summary, longest))}`,
    `  ${displayText(`${who.name} (${who.class})`, longest)}, ${origin}, ${timeText(intent)}${ticket === undefined ? '' : `, ticket ${displayText(ticket, 80)}`}`,
    ...fields.slice(0, 5).map((field) => {
      const wanted = want === undefined ? '' : `: ${wantText(want)}${relaxed}`;
      return `  ${style.cyan(displayText(field, longest))}${wanted}`;
    }),
    ...(lastLooked === undefined
      ? []
      : [style.dim(`  not checked since ${minuteText(lastLooked)}`)]),
    ...(fields.length > 5 ? [`  and ${fields.length - 5} more`] : []),
  ].join('\n');
}

const origins = { 'parley.yaml': 'parley.yaml', store: 'the store', ticket: 'a ticket' } as const;

function timeText({ source, from, until }: ListedIntent): string {
  const since = `${source === 'log' ? '' : 'from '}${secondText(from)}`;
  return until === undefined ? since : `${since} until ${secondText(until)}`;
}

/** The wanted value in words: `within 2 to 6, best 4`. */
function wantText(want: Want): string {
  switch (want.kind) {
    case 'eq':
      return valueText(want.value);
    case 'range': {
      const best = want.prefer === undefined ? '' : `, best ${want.prefer}`;
      return `${limitsText(want)}${best}`;
    }
    case 'oneOf': {
      const best = want.prefer === undefined ? '' : `, best ${valueText(want.prefer)}`;
      return `one of ${want.values.map(valueText).join(', ')}${best}`;
    }
    case 'contains':
      return `with ${want.elements.map(valueText).join(', ')}`;
    case 'excludes':
      return `without ${want.elements.map(valueText).join(', ')}`;
    case 'present':
    case 'absent':
      return want.kind;
  }
}

function valueText(value: Json): string {
  return displayText(JSON.stringify(value), longest);
}
