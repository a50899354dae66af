import { contentId } from '../../model/id.ts';
import { displayText } from '../../model/text.ts';
import type { GuardChange, GuardOutcome, GuardReport } from './types.ts';

const levels = { pass: 'notice', warn: 'warning', block: 'error' } as const;

/** Longer messages are cut off by the forge. */
const longest = 2000;

/**
 * Workflow commands of GitHub Actions, one for each line: `::error
 * file=main.tf,line=3,title=...::...`. Texts are escaped, so that none can start another command.
 */
export function workflowCommands(report: GuardReport): string {
  const notes = report.notes.map((note) => command(note.outcome, {}, titleOf(note), note.because));
  const changes = report.changes
    .filter(isWorthALine)
    .map(({ outcome, place, because, ...change }) => {
      const at = place === undefined ? {} : { file: place.file, line: place.line };
      return command(outcome, at, titleOf(change), because);
    });
  return [...notes, ...changes].map((line) => `${line}\n`).join('');
}

function command(
  outcome: GuardOutcome,
  place: { readonly file?: string; readonly line?: number },
  title: string,
  message: string,
): string {
  const properties = Object.entries({ ...place, title })
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',');
  return `::${levels[outcome]} ${properties}::${data(displayText(message, longest))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(displayText(text, 300)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const severities = { pass: 'info', warn: 'major', block: 'blocker' } as const;

/**
 * A GitLab code quality report. It requires a file and a line, so changes without a place name the
 * plan file.
 */
export function codeQuality(report: GuardReport, planFile: string): readonly object[] {
  const notes = report.notes.map((note) => ({ ...note, check: note.kind, place: undefined }));
  const changes = report.changes
    .filter(isWorthALine)
    .map((change) => ({ ...change, check: change.intent?.kind ?? 'harm' }));
  return [...notes, ...changes].map(({ check, outcome, place, because, address, path }) => ({
    description: displayText(`${titleOf({ address, path })}: ${because}`, longest),
    check_name: `parley-guard/${check}`,
    fingerprint: contentId('g', [check, address ?? '', path ?? '', because]),
    severity: severities[outcome],
    location: { path: place?.file ?? planFile, lines: { begin: place?.line ?? 1 } },
  }));
}

interface Titled {
  readonly address?: string | undefined;
  readonly path?: string | undefined;
}

/** True unless the change only makes things better or does little harm. */
export function isWorthALine({ outcome, intent, harm }: GuardChange): boolean {
  if (outcome !== 'pass' || intent !== undefined) return true;
  return harm.some(({ direction, severity }) => direction === 'weakens' && severity >= 2);
}

function titleOf({ address, path }: Titled): string {
  const place = [address ?? '', path ?? ''].filter((text) => text !== '').join(' ');
  return displayText(place === '' ? 'parley guard' : place, 200);
}
