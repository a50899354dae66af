const maxLength = 200;
const maxOpenEnded = 4;
/** A part that may come more often counts as open-ended. */
const maxCounted = 20;

/**
 * Why a regular expression from a configuration is refused, or undefined. The texts it meets are
 * chosen by callers, so one that can take forever on some text would let them stop the program.
 */
export function regexProblem(source: string): string | undefined {
  if (source.length > maxLength) return `is longer than ${maxLength} characters`;
  try {
    new RegExp(source, 'u');
  } catch {
    return 'is no valid regular expression';
  }
  if (/\\(?:[1-9]|k<)/.test(source)) return 'refers back to a group';
  return repetitionProblem(source);
}

interface Group {
  /** It has an open-ended repetition or alternatives, which must not be repeated as a whole. */
  hasChoice: boolean;
}

/** Tokens that matter: escapes and classes as a whole, brackets, `|`, and repetitions. */
const token =
  /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|./gsu;

function repetitionProblem(source: string): string | undefined {
  const groups: Group[] = [{ hasChoice: false }];
  let closed: Group | undefined;
  let openEnded = 0;
  for (const [text] of source.matchAll(token)) {
    const before = closed;
    closed = undefined;
    const group = groups.at(-1) ?? { hasChoice: false };
    const most = repetitions(text);
    if (most > 1 && before?.hasChoice === true) {
      return 'repeats a group that has repetitions or alternatives';
    }
    if (most > maxCounted) {
      openEnded++;
      group.hasChoice = true;
    } else if (text === '|') group.hasChoice = true;
    else if (text.startsWith('(')) groups.push({ hasChoice: false });
    else if (text === ')' && groups.length > 1) {
      closed = groups.pop();
      (groups.at(-1) ?? group).hasChoice ||= closed?.hasChoice ?? false;
    }
  }
  return openEnded > maxOpenEnded ? `has more than ${maxOpenEnded} open repetitions` : undefined;
}

/** How often a repetition lets its part come at most; 0 for what is no repetition. */
function repetitions(text: string): number {
  if (text === '?') return 1;
  if (text === '*' || text === '+') return Number.POSITIVE_INFINITY;
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(text);
  if (counted === null) return 0;
  const [, least = '', comma = '', most = ''] = counted;
  if (most !== '') return Number(most);
  return comma === '' ? Number(least) : Number.POSITIVE_INFINITY;
}
