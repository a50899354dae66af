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

/** An outcome, or another text for it, in the color that shows what it requires from the reader. */
export function paintOutcome(
  style: TerminalStyle,
  outcome: Outcome,
  text: string = outcome,
): string {
  switch (outcome) {
    case 'accept':
    case 'delegate':
    case 'compromise':
      return style.green(text);
    case 'reject':
      return style.red(text);
    case 'defer':
    case 'escalate':
      return style.yellow(text);
    case 'noop':
    case 'expired':
      return style.dim(text);
  }
}
