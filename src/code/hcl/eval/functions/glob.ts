import { isFailure } from '../failure.ts';
import { compilePattern } from './pattern.ts';

/** `*`, `**`, `?`, `[a-z]`, `{a,b}` as a regular expression; undefined when it is malformed. */
export function globPattern(glob: string): Glob | undefined {
  const source = translate(glob);
  if (source === undefined) return undefined;
  const pattern = compilePattern(`(?s)^(?:${source})$`);
  if (isFailure(pattern)) return undefined;
  return { test: (path) => pattern.matchesIn(path).next().value !== undefined };
}

interface Glob {
  test(path: string): boolean;
}

const token = /\*\*\/|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|\{|\}|,|\\.|./gsu;

function translate(glob: string): string | undefined {
  let depth = 0;
  let source = '';
  for (const [piece] of glob.matchAll(token)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth < 0 || (piece === '[' && glob.includes('['))) return undefined;
    source += pieceSource(piece, depth);
  }
  return depth === 0 ? source : undefined;
}

function pieceSource(piece: string, depth: number): string {
  switch (piece) {
    case '**/':
      return '(?:.*/)?';
    case '**':
      return '.*';
    case '*':
      return '[^/]*';
    case '?':
      return '[^/]';
    case '{':
      return '(?:';
    case '}':
      return ')';
    case ',':
      return depth > 0 ? '|' : ',';
    default:
      if (piece.startsWith('[') && piece.length > 1) return classSource(piece);
      return escapeText(piece.startsWith('\\') ? piece.slice(1) : piece);
  }
}

function classSource(piece: string): string {
  const negated = /^\[[!^]/.test(piece);
  const members = piece.slice(negated ? 2 : 1, -1).replace(/[\\\][^]/g, '\\$&');
  return `[${negated ? '^' : ''}${members}]`;
}

function escapeText(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
