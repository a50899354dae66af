import { boundsText } from '../../model/bounds.ts';
import { endText } from '../../model/end-text.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { BlamedOwner, FieldBlame, ResourceBlame } from '../../stages/ledger/blame.ts';
import type { ManagerRef } from '../../stages/ledger/entry.ts';
import type { ClaimChange, FieldContest, HistoryLine } from '../../stages/ledger/types.ts';
import type { TerminalStyle } from './style.ts';
import { renderTerminalValue } from './value.ts';

/** One resource: its fields with their owners, and on request their complete history. */
export function renderBlame(
  { address, fields, history }: ResourceBlame,
  style: TerminalStyle,
  withHistory: boolean,
): string {
  return [
    style.bold(displayText(address, 160)),
    ...fields.flatMap((field) => renderField(field, style)),
    ...(withHistory ? ['', style.bold('  History'), ...history.map(renderLine)] : []),
  ].join('\n');
}

function renderField(field: FieldBlame, style: TerminalStyle): readonly string[] {
  const { path, value, owners, contests, breaches } = field;
  return [
    `  ${style.cyan(shortPath(path))} = ${renderTerminalValue(value)}`,
    ...owners.flatMap((owner) => renderOwner(owner, style)),
    ...contests.map((contest) => `    ${style.yellow('contested')}: ${contestText(contest)}`),
    ...breaches.map(
      ({ time, manager, kind, value: written }) =>
        `    ${style.red('breach')}: ${secondText(time)} ${managerText(manager)} wrote ${renderTerminalValue(written)} (${breachTexts[kind]})`,
    ),
  ];
}

const breachTexts = {
  'other-manager': 'it was delegated to somebody else',
  'out-of-bounds': 'out of bounds',
  expired: 'the delegation had expired',
} as const;

function contestText({ manager, wanted, since }: FieldContest): string {
  return `${managerText(manager)} wants ${renderTerminalValue(wanted)}, seen ${secondText(since)}`;
}

function renderOwner(owner: BlamedOwner, style: TerminalStyle): readonly string[] {
  const { manager, since, before, reason, evidence } = owner;
  const because = displayText(reason, 200);
  return [
    `    ${managerText(manager)} since ${before ? 'before ' : ''}${secondText(since)}: ${because}`,
    ...delegationText(owner),
    ...(evidence.length === 0 ? [] : [style.dim(`      evidence: ${evidence.join(', ')}`)]),
  ];
}

function delegationText({ delegation, delegated }: BlamedOwner): readonly string[] {
  if (delegation === undefined) return [];
  const { bounds, expires, from, reason } = delegation;
  const within = bounds === undefined ? '' : ` ${boundsText(bounds)}`;
  const until = expires === undefined ? '' : ` until ${endText(expires, secondText)}`;
  const over = delegated === 'expired' ? ', expired' : '';
  return [
    `      delegated by ${managerText(from)}${within}${until}${over}: ${displayText(reason, 200)}`,
  ];
}

/** The name of a manager with its class; `the code` for the code. */
export function managerText({ name, class: kind, id }: ManagerRef): string {
  return id === 'code' ? 'the code' : `${displayText(name, 80)} (${kind})`;
}

const changeTexts: Readonly<Record<ClaimChange, string>> = {
  set: 'set it to',
  joined: 'shares it at',
  'took-over': 'took it over at',
  lost: 'lost it; now',
  'gave-up': 'gave it up at',
  removed: 'lost it when the field was removed:',
};

function renderLine(line: HistoryLine): string {
  const { path, manager, change, value, because, reason } = line;
  const time = `${line.before ? 'before ' : ''}${secondText(line.time)}`;
  const by = because === undefined ? '' : `, by ${managerText(because)}`;
  return `  ${time}  ${shortPath(path)}: ${managerText(manager)} ${changeTexts[change]} ${renderTerminalValue(value)}${by} (${displayText(reason, 120)})`;
}
