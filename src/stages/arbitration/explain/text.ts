import type { Outcome } from '../../../model/decision.ts';
import type { Drift, DriftValue } from '../../../model/drift.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { type AttributePath, formatPath } from '../../../model/path.ts';
import { memberText, shortPath } from '../../../model/short-path.ts';
import { spokenForm } from '../../../model/spoken.ts';
import { displayText } from '../../../model/text.ts';
import { displayWithoutSecrets } from '../../../model/without-secrets.ts';

const longestValue = 60;
const longestField = 160;

/** One side of a drift as text in a sentence. */
export function explainSide(side: DriftValue): string {
  switch (side.kind) {
    case 'value':
      return explainValue(side.value);
    case 'absent':
      return 'nothing';
    case 'redacted':
      return 'a value that the log masks';
    case 'unknown':
      return 'a value that is not known';
  }
}

export function explainValue(value: Json): string {
  return displayText(spokenForm(value), longestValue);
}

/** The path as text in a sentence, with what distinguishes a member of a set in parentheses. */
export function fieldText(path: AttributePath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the resource';
  if (typeof last !== 'object') return shortPath(path);
  const block = formatPath(path.slice(0, -1));
  return displayText(`${block} (${spokenMember(last.element)})`, longestField);
}

/** The rules of a firewall are known by their values; of other blocks the names matter. */
function spokenMember(element: Json): string {
  const isRule = isJsonObject(element) && Object.hasOwn(element, 'from_port');
  return isRule ? memberText(displayWithoutSecrets(element)) : spokenForm(element);
}

/** What was done, as the rest of a sentence that begins with the actor. */
export function explainChange({ address, path, declared, live, creation }: Drift): string {
  const place = displayText(address, longestField);
  if (creation !== undefined) return `created ${place}`;
  if (path.length === 0 && live.kind === 'absent') return `deleted ${place}`;
  const last = path.at(-1);
  const known = live.kind === 'value' || live.kind === 'absent';
  if (typeof last === 'object' && known) {
    const block = `${displayText(formatPath(path.slice(0, -1)), longestField)} of ${place}`;
    const member = displayText(spokenMember(last.element), longestField);
    if (live.kind === 'absent') return `removed ${member} from ${block}`;
    if (declared.kind === 'absent') return `added ${member} to ${block}`;
  }
  const field = `${fieldText(path)} of ${place}`;
  if (live.kind === 'absent')
    return `removed ${field}, which is ${explainSide(declared)} in the code`;
  const [from, to] = [explainSide(declared), explainSide(live)];
  if (from === to) return `changed ${field}`;
  return declared.kind === 'absent'
    ? `set ${field} to ${to}`
    : `changed ${field} from ${from} to ${to}`;
}

/** Completes `would be ...`. */
export const participles: Readonly<Record<Outcome, string>> = {
  accept: 'accepted',
  reject: 'rejected',
  delegate: 'delegated',
  compromise: 'settled by a compromise',
  defer: 'deferred',
  escalate: 'escalated',
  noop: 'left alone',
  expired: 'expired',
};

/** Fills in `{name}`. A placeholder without a value is kept, so that the gap is noticed. */
export function fillIn(template: string, textFor: (name: string) => string | undefined): string {
  return template.replace(/\{([a-z]+)\}/g, (whole, name: string) => textFor(name) ?? whole);
}
