import { displayText } from '../../model/text.ts';
import { accuracy, type Measured } from '../../stages/intent/eval/measure.ts';
import type { TerminalStyle } from './style.ts';

/** Price of a million tokens. */
export interface PricedModel {
  readonly prompt: number;
  readonly completion: number;
}

/** The score and the cost of one reader; costs are in the currency of the price. */
export interface ReaderSummary {
  readonly reader: string;
  readonly sessions: number;
  readonly purpose: number;
  readonly summary: number;
  readonly answered: number;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly costPerSession?: number;
}

export function summaryOfReader(measured: Measured, price: PricedModel | undefined): ReaderSummary {
  const { reader, scores, tokens } = measured;
  const answered = scores.filter(({ purpose }) => purpose !== undefined).length;
  const cost = price && (tokens.prompt * price.prompt + tokens.completion * price.completion) / 1e6;
  return {
    reader,
    sessions: scores.length,
    ...accuracy(measured),
    answered,
    tokens,
    ...(cost === undefined ? {} : { costPerSession: cost / scores.length }),
  };
}

/** One line for each reader, then its mistakes. */
export function renderEvaluation(
  measured: readonly Measured[],
  price: PricedModel | undefined,
  style: TerminalStyle,
): string {
  const lines = measured.map((one) => readerLine(summaryOfReader(one, price), style));
  const wrong = measured.flatMap((one) => mistakes(one, style));
  const notes = measured.flatMap(({ notes }) => notes.map((note) => displayText(note, 300)));
  return `${[...lines, ...wrong, ...notes].join('\n')}\n`;
}

function readerLine(summary: ReaderSummary, style: TerminalStyle): string {
  const { reader, sessions, purpose, answered, tokens, costPerSession } = summary;
  const spent = tokens.prompt + tokens.completion;
  const cost = costPerSession === undefined ? '' : `, ${costPerSession.toPrecision(2)} a session`;
  return [
    `${style.bold(displayText(reader, 60))}: `,
    `purpose right in ${percent(purpose)}, summary names what matters in ${percent(summary.summary)} `,
    `of ${sessions} sessions (${answered} answered); `,
    `${Math.round(spent / sessions)} tokens a session (${tokens.prompt} + ${tokens.completion})${cost}`,
  ].join('');
}

function mistakes({ reader, scores }: Measured, style: TerminalStyle): readonly string[] {
  const wrong = scores.filter(({ isRight, isUseful }) => !isRight || !isUseful);
  if (wrong.length === 0) return [];
  return [
    '',
    style.bold(`${displayText(reader, 60)} went wrong in ${wrong.length}`),
    ...wrong.map(
      ({ session, purpose, summary }) =>
        `  ${session}: ${purpose ?? 'no answer'}${summary === undefined ? '' : `, ${displayText(summary, 120)}`}`,
    ),
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
