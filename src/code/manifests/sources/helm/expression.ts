import { parsedQuoted } from '../../../../model/parsed-json.ts';

/** An argument of a command. */
export type TemplateTerm =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `.Values.a`, `$.Values.a`, `$name.a`, `(include "x" .).a`. */
  | {
      readonly kind: 'field';
      readonly root: '.' | Pipeline | string;
      readonly path: readonly string[];
    }
  | { readonly kind: 'word'; readonly name: string };

export type TemplateCommand = readonly TemplateTerm[];
/** Commands joined by `|`: each receives the result of the previous one as its last argument. */
export interface Pipeline {
  readonly commands: readonly TemplateCommand[];
}

const token =
  /\s*(?:("(?:[^"\\\n]|\\.)*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|(\$[\w]*(?:\.[A-Za-z_][\w]*)*)|((?:\.[A-Za-z_][\w]*)+|\.)|([A-Za-z_]\w*)|([()|]))/y;

/** Parses a pipeline; undefined for syntax that is not supported. */
export function parsePipeline(source: string): Pipeline | undefined {
  const reader = { source, at: 0, depth: 0 };
  const pipeline = readPipeline(reader);
  return pipeline !== undefined && source.slice(reader.at).trim() === '' ? pipeline : undefined;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

/** Maximum nesting of groups. */
const deepest = 50;

function readPipeline(reader: Reader): Pipeline | undefined {
  const commands: TemplateTerm[][] = [[]];
  for (;;) {
    if (/^\s*(?:\)|$)/.test(reader.source.slice(reader.at))) break;
    token.lastIndex = reader.at;
    const match = token.exec(reader.source);
    if (match === null) return undefined;
    reader.at = token.lastIndex;
    if (match[7] === '|') {
      commands.push([]);
      continue;
    }
    const term = match[7] === '(' ? readGroup(reader) : termOf(match);
    if (term === undefined) return undefined;
    commands.at(-1)?.push(term);
  }
  return commands.every((one) => one.length > 0) ? { commands } : undefined;
}

function readGroup(reader: Reader): TemplateTerm | undefined {
  if (reader.depth >= deepest) return undefined;
  reader.depth += 1;
  const inner = readPipeline(reader);
  reader.depth -= 1;
  const [close, path = ''] =
    /^\s*\)((?:\.[A-Za-z_]\w*)*)/.exec(reader.source.slice(reader.at)) ?? [];
  if (inner === undefined || close === undefined) return undefined;
  reader.at += close.length;
  return { kind: 'field', root: inner, path: path.split('.').slice(1) };
}

function termOf(match: RegExpExecArray): TemplateTerm | undefined {
  const [, quoted, raw, number, variable, field, word] = match;
  if (quoted !== undefined) return literal(parsedQuoted(quoted));
  if (raw !== undefined) return literal(raw);
  if (number !== undefined) return literal(Number(number));
  if (variable !== undefined) {
    const [root = '$', ...path] = variable.split('.');
    return { kind: 'field', root, path };
  }
  if (field !== undefined)
    return {
      kind: 'field',
      root: '.',
      path: field
        .split('.')
        .slice(1)
        .filter((one) => one !== ''),
    };
  if (word === 'true' || word === 'false') return literal(word === 'true');
  if (word === 'nil') return literal(null);
  return word === undefined ? undefined : { kind: 'word', name: word };
}

function literal(value: string | number | boolean | null | undefined): TemplateTerm | undefined {
  return value === undefined ? undefined : { kind: 'literal', value };
}
