import { createTwoFilesPatch } from 'diff';
import type { ProjectFileChange } from '../../code/terraform/project/write.ts';
import type { Report } from '../../model/report.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import { appliedChanges, putBack } from '../../reconcile/put-back/changes.ts';
import { intentSummary } from '../../stages/intent/summary.ts';
import { renderAdvice, renderKnowledge } from './advice.ts';
import { renderBeside } from './beside.ts';
import { renderCards } from './cards.ts';
import { renderClosed, renderFinding } from './open.ts';
import { renderReverted, renderWeakenings } from './passed.ts';
import { renderPending } from './pending.ts';
import { renderPutBack, terraformPlace } from './put-back.ts';
import { renderRefusedDrifts } from './refused.ts';
import type { TerminalStyle } from './style.ts';
import { renderTimeline } from './timeline.ts';
import { renderUnknownOperations } from './unknown-operations.ts';
import { renderUnresolved } from './unresolved.ts';

/** What a patch changed, for the diff under the cards. */
export interface PatchedFiles {
  readonly intent: string;
  readonly files: readonly ProjectFileChange[];
}

/** The context of a report. */
export interface SummaryContext {
  /** Folder of the root module, relative to the working directory. */
  readonly dir?: string;
  /** The complete report, where only a part of it is shown. */
  readonly whole?: Report;
  /** Adds a timeline of who acted when, above the cards. */
  readonly hasTimeline?: boolean;
}

/**
 * The complete result for a person: what was read, found, decided and patched, and what is still
 * open.
 */
export function renderReport(
  report: Report,
  patched: readonly PatchedFiles[],
  style: TerminalStyle,
  columns: number,
  { dir = '.', whole = report, hasTimeline = false }: SummaryContext = {},
): string {
  const sections = [
    renderInputs(report),
    renderRefusedDrifts(report, style, columns),
    renderWeakenings(report.reverted, style, columns),
    hasTimeline ? renderTimeline(report, style, columns) : '',
    renderCards(report, style, columns),
    ...patched.map((each) => renderPatch(report, each, style)),
    renderClosed(report, style),
    renderBeside(report.beside ?? [], style),
    renderReverted(report.reverted, style, columns),
    renderPending(report.pending ?? [], style),
    renderIgnored(report.ignored ?? [], style),
    renderUnresolved(report.unresolved, style),
    renderUnknownOperations(report.unknownOperations, style),
    renderKnowledge(report, style),
    renderAdvice(report, style),
    renderLeft(report, style, { dir, whole }),
    renderNext(report, style),
    renderLearned(report, style),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** A line about what was read. */
export function renderRead({ inputs: { events, state } }: Pick<Report, 'inputs'>): string {
  const dropped = Object.entries(events.dropped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${times} ${reason}`)
    .join(', ');
  const kept = `${formatCount(events.read, 'audit record')}, ${formatCount(events.kept, 'change')} among them`;
  const left = dropped === '' ? '' : ` (left out: ${dropped})`;
  return `Read ${kept}${left}; ${formatCount(state.resources, 'resource')} in the state.`;
}

function renderInputs(report: Report): string {
  const found = `${renderFinding(report)}${confirmedText(report)}`;
  return `${renderRead(report)}\n${found}${leftOutText(report)}`;
}

/** What is not shown. */
function leftOutText({ only }: Report): string {
  if (only === undefined || only.leftOut === 0) return '';
  const others = formatCount(only.leftOut, 'other intent');
  return `\n${others} not shown; decided and remembered as usual.`;
}

/** For how many drifts the provider was asked. */
function confirmedText({ drifts }: Report): string {
  const confirmed = drifts.filter(({ basis }) => basis === 'confirmed');
  if (confirmed.length === 0) return '';
  const corrected = confirmed.filter(({ loggedValue }) => loggedValue !== undefined).length;
  const other = corrected === 0 ? '' : `; for ${corrected} the log had a different value`;
  return `\nThe provider confirms ${confirmed.length} of them${other}.`;
}

function renderPatch(report: Report, patched: PatchedFiles, style: TerminalStyle): string {
  const patch = report.patches.find((each) => each.intent === patched.intent);
  const intent = report.intents.find((each) => each.id === patched.intent);
  if (patch === undefined || intent === undefined) return '';
  const { verification } = patch;
  // A patch that another patch also covers has no place of its own.
  const sites = patch.site.split('\n').filter((site) => site !== '');
  const level = verification.passed
    ? style.green(`verified: ${verification.level}`)
    : style.red(`failed: ${verification.level}`);
  const lines = [
    `${style.bold(intentSummary(intent, patch.drifts))}  ${style.dim(intent.id)}  ${level}`,
    ...sites.map((site) => `  edits ${displayText(site, 300)}`),
    ...verification.notes.map((note) => `  ${displayText(note, 500)}`),
    ...(patched.files.length === 0 ? [] : [renderDiff(patched.files, style)]),
  ];
  return lines.join('\n');
}

function renderIgnored(ignored: NonNullable<Report['ignored']>, style: TerminalStyle): string {
  if (ignored.length === 0) return '';
  const lines = ignored.map(
    ({ address, path, rule }) => `  ${address} ${shortPath(path)}  ${style.dim(rule)}`,
  );
  return [style.bold('Left out by an ignore file'), ...lines].join('\n');
}

function renderNext(report: Report, style: TerminalStyle): string {
  if (report.proposals.length === 0) return '';
  const lines = report.proposals.map(
    ({ branch, state, location }) => `  ${branch}  ${style.dim(`${state}; ${location}`)}`,
  );
  return [style.bold(formatCount(report.proposals.length, 'branch', 'branches')), ...lines].join(
    '\n',
  );
}

function renderLearned({ learned }: Report, style: TerminalStyle): string {
  if (learned === undefined) return '';
  return style.dim(
    `Reviews so far: ${learned.entries}; \`parley policy suggest\` shows which rules they support.`,
  );
}

/** How to revert what was refused. The cards show what that is. */
function renderLeft(
  report: Report,
  style: TerminalStyle,
  { dir, whole }: { readonly dir: string; readonly whole: Report },
): string {
  const shown = new Set(report.intents.map(({ id }) => id));
  const back = putBack(
    appliedChanges(whole),
    ({ intent = '' }) => report.only === undefined || shown.has(intent),
  );
  const lines = renderPutBack(back, terraformPlace(report, dir), style);
  if (lines.length === 0) return '';
  return [style.bold('To put back what was refused'), ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** Characters of a line that are shown; the files have all of it. */
const longest = 1000;

/** A unified diff of the changes, as `git diff` prints it. */
function renderDiff(changes: readonly ProjectFileChange[], style: TerminalStyle): string {
  return changes.map((change) => renderFile(change, style)).join('\n');
}

function renderFile({ path, before, after }: ProjectFileChange, style: TerminalStyle): string {
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const old = visible(before ?? '');
  const patch = createTwoFilesPatch(from, `b/${path}`, old, visible(after), '', '', { context: 3 });
  return patch
    .split('\n')
    .filter((line) => !line.startsWith('=====') && line !== '')
    .map((line) => paintLine(line.length > longest ? `${line.slice(0, longest)}…` : line, style))
    .join('\n');
}

/** Line ends and byte order marks do not change in the file, so the diff leaves them out. */
function visible(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

function paintLine(line: string, style: TerminalStyle): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style.bold(line.trimEnd());
  if (line.startsWith('@@')) return style.cyan(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line;
}
