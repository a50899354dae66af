/** Longest comment that is looked at, in characters. */
const longest = 70_000;

/** Three or more backticks or tildes; backticks further on would make it code within a line. */
const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/**
 * The lines of a comment that speak to Parley, without `/parley`. Quotes and code are what somebody
 * else said, so they do not count; neither does what is hidden in an HTML comment.
 */
export function commandLines(comment: string): readonly string[] {
  const visible = comment.slice(0, longest).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  const found: string[] = [];
  let fence: string | undefined;
  for (const line of visible.split(/\r\n?|\n/)) {
    const [, marks, info = ''] = fenceLine.exec(line) ?? [];
    if (fence !== undefined) {
      const isEnd = marks?.startsWith(fence) === true && info.trim() === '';
      if (isEnd) fence = undefined;
    } else if (marks !== undefined) fence = marks;
    else {
      const [whole, words = ''] = /^ {0,3}\/parley(?:[ \t]+(.*))?$/i.exec(line) ?? [];
      if (whole !== undefined) found.push(words.trim());
    }
  }
  return found;
}
