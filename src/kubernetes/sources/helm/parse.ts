/** What a template is made of. Offsets and lines (1-based) are those of the template. */
export type Node =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number; readonly line: number }
  | { readonly kind: 'action'; readonly source: string; readonly line: number }
  | {
      readonly kind: 'block';
      readonly word: 'if' | 'with' | 'range' | 'define' | 'block';
      readonly source: string;
      readonly line: number;
      readonly body: readonly Node[];
      /** `else if` is an `if` in here. */
      readonly otherwise: readonly Node[];
    };

interface Token {
  readonly kind: 'text' | 'action';
  readonly text: string;
  readonly offset: number;
  readonly line: number;
}

/** The parts of a template of Go; undefined when its blocks do not close. */
export function parseTemplate(text: string): readonly Node[] | undefined {
  const tokens = tokensOf(text);
  const reader = { tokens, at: 0 };
  const nodes = readNodes(reader);
  return nodes === undefined || reader.at < tokens.length ? undefined : nodes;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const form =
    /\{\{(-?)\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|(?!\}\})[\s\S])*?)\s*(-?)\}\}/g;
  let from = 0;
  let trim = false;
  const add = (end: number, trimEnd: boolean): void => {
    const whole = text.slice(from, end);
    const start = trim ? from + (whole.length - whole.trimStart().length) : from;
    const kept = text.slice(Math.min(start, end), end);
    const piece = trimEnd ? kept.trimEnd() : kept;
    if (piece !== '')
      tokens.push({ kind: 'text', text: piece, offset: start, line: lineAt(text, start) });
  };
  for (const match of text.matchAll(form)) {
    const [all, left, inner = '', right] = match;
    // A minus that belongs to the action needs a blank; one that trims has one behind it.
    add(match.index, left === '-');
    if (!inner.startsWith('/*')) {
      tokens.push({
        kind: 'action',
        text: inner.trim(),
        offset: match.index,
        line: lineAt(text, match.index),
      });
    }
    from = match.index + all.length;
    trim = right === '-';
  }
  add(text.length, false);
  return tokens;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

const opening = /^(if|with|range|define|block)\b\s*([\s\S]*)$/;

/** Up to an `else` or `end`, which stays. */
function readNodes(reader: Reader): readonly Node[] | undefined {
  const nodes: Node[] = [];
  for (
    let token = reader.tokens[reader.at];
    token !== undefined;
    token = reader.tokens[reader.at]
  ) {
    const { kind, text, offset, line } = token;
    if (kind === 'action' && /^(?:end|else)\b/.test(text)) return nodes;
    reader.at += 1;
    const [, word, source = ''] = kind === 'action' ? (opening.exec(text) ?? []) : [];
    if (kind === 'text') nodes.push({ kind, text, offset, line });
    else if (word === undefined) nodes.push({ kind: 'action', source: text, line });
    else {
      const block = readBlock(reader, word as 'if', source, line);
      if (block === undefined) return undefined;
      nodes.push(block);
    }
  }
  return nodes;
}

function readBlock(
  reader: Reader,
  word: 'if' | 'with' | 'range' | 'define' | 'block',
  source: string,
  line: number,
): Node | undefined {
  const body = readNodes(reader);
  const next = reader.tokens[reader.at];
  if (body === undefined || next === undefined) return undefined;
  reader.at += 1;
  if (next.text === 'end') return { kind: 'block', word, source, line, body, otherwise: [] };
  const [, inner, condition = ''] = /^else(?:\s+(if|with)\s+([\s\S]*))?$/.exec(next.text) ?? [];
  if (inner !== undefined) {
    const nested = readBlock(reader, inner as 'if', condition, next.line);
    return nested && { kind: 'block', word, source, line, body, otherwise: [nested] };
  }
  const otherwise = readNodes(reader);
  if (otherwise === undefined || reader.tokens[reader.at]?.text !== 'end') return undefined;
  reader.at += 1;
  return { kind: 'block', word, source, line, body, otherwise };
}
