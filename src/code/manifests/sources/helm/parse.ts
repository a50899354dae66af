import { createLines } from '../../../../text/lines.ts';

/** The parts of a template. Offsets and lines (1-based) refer to the template. */
export type HelmNode =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number; readonly line: number }
  | { readonly kind: 'action'; readonly source: string; readonly line: number }
  | {
      readonly kind: 'block';
      readonly keyword: 'if' | 'with' | 'range' | 'define' | 'block';
      readonly source: string;
      readonly line: number;
      readonly body: readonly HelmNode[];
      /** Contains a nested `if` for `else if`. */
      readonly otherwise: readonly HelmNode[];
    };

interface Token {
  readonly kind: 'text' | 'action';
  readonly text: string;
  readonly offset: number;
  readonly line: number;
}

/** Maximum nesting of blocks. */
const deepest = 100;

/** Parses a Go template; undefined if its blocks are not closed or are nested too deeply. */
export function parseHelmTemplate(text: string): readonly HelmNode[] | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  const reader = { tokens, at: 0, depth: 0 };
  const nodes = readNodes(reader);
  return nodes === undefined || reader.at < tokens.length ? undefined : nodes;
}

/** Undefined if an action has no end. */
function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const lineOf = createLines(text);
  let from = 0;
  let trim = false;
  const add = (end: number, trimEnd: boolean): void => {
    const whole = text.slice(from, end);
    const start = trim ? from + (whole.length - whole.trimStart().length) : from;
    const kept = text.slice(Math.min(start, end), end);
    const piece = trimEnd ? kept.trimEnd() : kept;
    if (piece !== '')
      tokens.push({ kind: 'text', text: piece, offset: start, line: lineOf(start) });
  };
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    const end = endOfAction(text, open + 2);
    if (end === undefined) return undefined;
    // A minus trims only with a blank between it and the action; `{{-3}}` is minus three.
    const trimsLeft = /^-[ \t\r\n]/.test(text.slice(open + 2, Math.min(open + 4, end)));
    const start = open + (trimsLeft ? 4 : 2);
    const trimsRight = /^[ \t\r\n]-$/.test(text.slice(Math.max(start, end - 2), end));
    const inner = text.slice(start, trimsRight ? end - 2 : end).trim();
    add(open, trimsLeft);
    if (!inner.startsWith('/*')) {
      tokens.push({ kind: 'action', text: inner, offset: open, line: lineOf(open) });
    }
    from = end + 2;
    trim = trimsRight;
  }
  add(text.length, false);
  return tokens;
}

const part = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|\}\}|[^"`/}]+|[/}]/y;

/**
 * Offset of the `}}` that ends an action, ignoring string literals; undefined if there is none.
 * Each part is matched once, so the time is linear.
 */
function endOfAction(text: string, from: number): number | undefined {
  part.lastIndex = from;
  for (;;) {
    const at = part.lastIndex;
    const match = part.exec(text);
    if (match === null) return undefined;
    if (match[0] === '}}') return at;
  }
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

const opening = /^(if|with|range|define|block)\b\s*([\s\S]*)$/;

/** Reads nodes up to an `else` or `end`, which is not consumed. */
function readNodes(reader: Reader): readonly HelmNode[] | undefined {
  const nodes: HelmNode[] = [];
  for (
    let token = reader.tokens[reader.at];
    token !== undefined;
    token = reader.tokens[reader.at]
  ) {
    const { kind, text, offset, line } = token;
    if (kind === 'action' && /^(?:end|else)\b/.test(text)) return nodes;
    reader.at += 1;
    const [, keyword, source = ''] = kind === 'action' ? (opening.exec(text) ?? []) : [];
    if (kind === 'text') nodes.push({ kind, text, offset, line });
    else if (keyword === undefined) nodes.push({ kind: 'action', source: text, line });
    else {
      const block = readBlock(reader, keyword as 'if', source, line);
      if (block === undefined) return undefined;
      nodes.push(block);
    }
  }
  return nodes;
}

function readBlock(
  reader: Reader,
  keyword: 'if' | 'with' | 'range' | 'define' | 'block',
  source: string,
  line: number,
): HelmNode | undefined {
  if (reader.depth >= deepest) return undefined;
  reader.depth += 1;
  const block = readOpen(reader, keyword, source, line);
  reader.depth -= 1;
  return block;
}

function readOpen(
  reader: Reader,
  keyword: 'if' | 'with' | 'range' | 'define' | 'block',
  source: string,
  line: number,
): HelmNode | undefined {
  const body = readNodes(reader);
  const next = reader.tokens[reader.at];
  if (body === undefined || next === undefined) return undefined;
  reader.at += 1;
  if (next.text === 'end') return { kind: 'block', keyword, source, line, body, otherwise: [] };
  const [, inner, condition = ''] = /^else(?:\s+(if|with)\s+([\s\S]*))?$/.exec(next.text) ?? [];
  if (inner !== undefined) {
    const nested = readBlock(reader, inner as 'if', condition, next.line);
    return nested && { kind: 'block', keyword, source, line, body, otherwise: [nested] };
  }
  const otherwise = readNodes(reader);
  if (otherwise === undefined || reader.tokens[reader.at]?.text !== 'end') return undefined;
  reader.at += 1;
  return { kind: 'block', keyword, source, line, body, otherwise };
}
