import stringWidth from 'string-width';
import { breakWords } from './break.ts';

/**
 * Breaks a text into lines of at most `width` cells: at spaces, and within words that are wider.
 * Characters that terminals draw in two cells count as two.
 */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): readonly string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of breakWords(line, width)
    .split(' ')
    .flatMap((one) => fitting(one, width))) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (current !== '' && stringWidth(joined) > width) {
      lines.push(current);
      current = word;
    } else current = joined;
  }
  return [...lines, current];
}

/** Splits a word of wide characters into pieces. */
function fitting(word: string, width: number): readonly string[] {
  if (stringWidth(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && stringWidth(piece + letter) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/** Pads with spaces to a number of cells. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
