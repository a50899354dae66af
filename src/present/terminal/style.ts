import pc from 'picocolors';
import type { Outcome } from '../../model/decision.ts';

export interface TerminalStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function createStyle(color: boolean): TerminalStyle {
  const { bold, dim, red, green, yellow, cyan } = pc.createColors(color);
  return { bold, dim, red, green, yellow, cyan };
}

/** An outcome in the color of what it asks of the reader. */
export function paintOutcome(style: TerminalStyle, outcome: Outcome): string {
  switch (outcome) {
    case 'accept':
    case 'delegate':
    case 'compromise':
      return style.green(outcome);
    case 'reject':
      return style.red(outcome);
    case 'defer':
    case 'escalate':
      return style.yellow(outcome);
    case 'noop':
    case 'expired':
      return style.dim(outcome);
  }
}
