/**
 * Breaks long words before they are put into a table, which would cut off words wider than a
 * column. Addresses contain no spaces, so they are broken at a dot or bracket, else at an
 * underscore, else anywhere.
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

/** The same for a list of places, where continuation lines are indented. */
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

/** True for a piece that continues a broken word. */
function isInside(piece: string): boolean {
  return piece.startsWith('.') || piece.startsWith('[');
}

/** The word in pieces of at most `width`; the first piece may have `first`. */
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
