import type { Json } from '../../../model/json.ts';
import { indentAt } from '../../../text/lines.ts';
import { isHclSpace } from '../eval/spaces.ts';
import type { Body, HclFile } from '../syntax/ast.ts';
import type { HeredocTemplate } from '../syntax/template-ast.ts';
import { childNodes, descendants, type SyntaxNode } from '../syntax/walk.ts';
import { heredocMargin } from './literal.ts';

/** How the heredocs near a place are written. */
export interface HeredocStyle {
  readonly marker: string;
  /** True for `<<-`. */
  readonly flush: boolean;
  /** What its lines are indented by beyond the argument; undefined if they are indented less. */
  readonly lines: string | undefined;
  /** The same for the closing marker. */
  readonly end: string | undefined;
}

/**
 * The style of the heredocs around a place if text of several lines is written as heredocs there:
 * in the same body or object, or for the same argument elsewhere in the file.
 */
export function heredocStyleAt(
  file: HclFile,
  around: SyntaxNode,
  name: string | undefined,
): HeredocStyle | undefined {
  const near = lastHeredoc(childNodes(around));
  const model = near ?? (name === undefined ? undefined : heredocOfArgument(file.body, name));
  return model === undefined ? undefined : styleOf(file, model);
}

function lastHeredoc(nodes: readonly SyntaxNode[]): HeredocTemplate | undefined {
  return nodes
    .flatMap((node) => {
      const value = node.kind === 'attribute' || node.kind === 'object-item' ? node.value : node;
      return value.kind === 'heredoc' ? [value] : [];
    })
    .at(-1);
}

function heredocOfArgument(body: Body, name: string): HeredocTemplate | undefined {
  for (const node of descendants(body)) {
    if (node.kind !== 'attribute' || node.name !== name) continue;
    if (node.value.kind === 'heredoc') return node.value;
  }
  return undefined;
}

function styleOf({ text }: HclFile, model: HeredocTemplate): HeredocStyle {
  const outer = indentAt(text, model.start);
  const beyond = (indent: string): string | undefined =>
    indent.startsWith(outer) ? indent.slice(outer.length) : undefined;
  const body = text.slice(model.bodyStart, model.bodyEnd);
  const filled = body.split('\n').find((line) => !isHclSpace(line));
  const first = /^[ \t]*/.exec(filled ?? outer)?.[0] ?? outer;
  const { flush, marker } = model;
  return {
    marker,
    flush,
    lines: beyond(first.slice(0, heredocMargin(body))),
    end: beyond(indentAt(text, model.end)),
  };
}

/**
 * The value as a heredoc; undefined for a single line, and for text that only quotes can express.
 */
export function heredocText(
  value: Json,
  style: HeredocStyle,
  indent: string,
  newline: string,
): string | undefined {
  // Heredoc lines end as the file's lines do, so with CRLF the value would differ.
  if (newline !== '\n') return undefined;
  if (typeof value !== 'string' || !value.endsWith('\n') || isHclSpace(value)) return undefined;
  if (/[^\P{Cc}\n\t]/u.test(value) || value.indexOf('\n') === value.length - 1) return undefined;
  if (style.flush && heredocMargin(value) > 0) return undefined;
  const lines = value.slice(0, -1).split('\n');
  const marker = freeMarker(style.marker, lines);
  const inner = style.flush && style.lines !== undefined ? indent + style.lines : '';
  const written = lines.map((line) => {
    return isHclSpace(line) ? line : inner + line.replace(/[$%](?=\{)/g, '$&$&');
  });
  const end = style.end === undefined ? marker : indent + style.end + marker;
  return [`<<${style.flush ? '-' : ''}${marker}`, ...written, end].join(newline);
}

/** A marker that is not equal to any line of the text. */
function freeMarker(wanted: string, lines: readonly string[]): string {
  const taken = new Set(lines.map((line) => line.trim()));
  let marker = wanted;
  for (let number = 2; taken.has(marker); number++) marker = `${wanted}${number}`;
  return marker;
}
