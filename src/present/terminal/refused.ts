import type { Harm } from '../../model/harm.ts';
import { decidingByDrift } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { shortPath } from '../../model/short-path.ts';
import { compareText, displayText } from '../../model/text.ts';
import { breakLines } from './break.ts';
import type { TerminalStyle } from './style.ts';

/** Number of drifts shown; the table and the report have all of them. */
const max = 10;

/** Verdicts after which the code stays as it is. */
const refusing: readonly string[] = ['reject', 'expired'];

interface Refused {
  readonly harm: Harm;
  readonly who: string;
  readonly place: string;
}

/**
 * Severe harm that is live and that the code does not adopt. It is prominent, so that nobody
 * overlooks it.
 */
export function renderRefusedDrifts(report: Report, style: TerminalStyle, columns: number): string {
  const found = refusedIn(report);
  const lines = found.slice(0, max).flatMap(({ harm, who, place }) => {
    const title = `Refused: ${displayText(harm.because, 300)} (${harm.dimension}, severity ${harm.severity})`;
    const [head = '', ...more] = breakLines(title, columns).split('\n');
    const at = head.indexOf(': ') + 1;
    return [
      `${style.yellow(style.bold(head.slice(0, at)))}${head.slice(at)}`,
      ...more,
      ...[who, place]
        .flatMap((text) => breakLines(text, columns - 2).split('\n'))
        .map((line) => `  ${style.dim(line)}`),
    ];
  });
  const rest = found.length - max;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

/** Worst first, then by place. */
function refusedIn({ drifts, decisions, intents }: Report): readonly Refused[] {
  const deciding = decidingByDrift(decisions);
  const actors = new Map(intents.map(({ id, actor }) => [id, actor]));
  return drifts
    .flatMap(({ id, address, path, harm = [] }): readonly Refused[] => {
      const decision = deciding.get(id);
      const worst = harm.find(isSevere);
      if (worst === undefined || !refusing.includes(decision?.verdict.outcome ?? '')) return [];
      const actor = actors.get(decision?.intent ?? '');
      const name = displayText(actor?.name ?? 'an unknown caller', 80);
      const who = `${name} (${actor?.class ?? 'unknown'}), ${decision?.intent ?? ''}`;
      const place = `${displayText(address, 200)} ${shortPath(path)}`.trim();
      return [{ harm: worst, who, place }];
    })
    .sort((a, b) => b.harm.severity - a.harm.severity || compareText(a.place, b.place));
}

/** The threshold of the default policy: a lost defense, or one step from any other loss. */
function isSevere({ direction, doubt, dimension, severity }: Harm): boolean {
  if (direction !== 'weakens' || doubt !== undefined) return false;
  return severity >= (dimension === 'security' ? 3 : 4);
}
