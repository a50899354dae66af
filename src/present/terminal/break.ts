/**
 * Addresses have no blanks to break at, and the table cuts off words that are wider than a column.
 * So they are broken beforehand: at a dot or bracket, else at an underscore, else where they must.
 */
export function breakWords(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .flatMap((word) => pieces(word, width))
        .join(' '),
    )
    .join('\n');
}

/** The same for a list of places: what belongs to the line above is indented. */
export function breakLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => breakLine(line, width))
    .join('\n');
}

function breakLine(line: string, width: number): string {
  const lines: string[] = [];
  let current = '';
  const words = line
    .split(' ')
    .flatMap((word, i) => pieces(word, width - 2, i === 0 ? width : width - 2));
  for (const word of words) {
    const room = lines.length === 0 ? width : width - 2;
    const glue = current === '' || isInside(word) ? '' : ' ';
    if (current !== '' && current.length + glue.length + word.length > room) {
      lines.push(current);
      current = word;
    } else current += glue + word;
  }
  return [...lines, current].join('\n  ');
}

/** A later piece of a word that was broken. */
function isInside(piece: string): boolean {
  return piece.startsWith('.') || piece.startsWith('[');
}

/** The word in pieces of at most `width`; the first may be as long as `first`. */
function pieces(word: string, width: number, first = width): readonly string[] {
  const parts: string[] = [];
  let rest = word;
  for (let room = first; rest.length > room; room = width) {
    const head = rest.slice(0, room + 1);
    const joints = [
      Math.max(head.lastIndexOf('.'), head.lastIndexOf('[')),
      head.lastIndexOf('_', room - 1) + 1,
    ];
    const cut = joints.find((at) => at > room / 3) ?? room;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}
