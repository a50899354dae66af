import { itemKey } from '../../../../src/code/hcl/edit/literal.ts';
import type { Body, Expression, HclFile } from '../../../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { childNodes, descendants } from '../../../../src/code/hcl/syntax/walk.ts';

/** The meaning of a file: equal for files that differ only in layout and comments. */
export function meaningOf(text: string): unknown {
  const file = parseHcl(text);
  return bodyMeaning(file, file.body);
}

function bodyMeaning(file: HclFile, body: Body): unknown {
  return body.items.map((item) => {
    if (item.kind === 'attribute') return [item.name, expressionMeaning(file, item.value)];
    if (item.kind === 'broken') return ['broken', file.text.slice(item.start, item.end)];
    const labels = item.labels.map((label) => label.text);
    return [item.type, ...labels, bodyMeaning(file, item.body)];
  });
}

function expressionMeaning(file: HclFile, node: Expression): unknown {
  const { text } = file;
  if (node.kind === 'quoted' || node.kind === 'heredoc') return text.slice(node.start, node.end);
  if (node.kind === 'object') {
    return node.items.map((item) => [
      itemKey(item, text) ?? squeezed(file, item.key),
      expressionMeaning(file, item.value),
    ]);
  }
  const children = childNodes(node);
  if (node.kind === 'tuple')
    return children.map((child) => expressionMeaning(file, child as Expression));
  return squeezed(file, node);
}

/** The source without white space and comments, except inside strings. */
function squeezed(file: HclFile, node: Expression): string {
  const strings = [...descendants(node)].filter(
    (one) => one.kind === 'quoted' || one.kind === 'heredoc',
  );
  let result = '';
  let done = node.start;
  for (const string of strings) {
    if (string.start < done) continue;
    result +=
      stripped(file.text.slice(done, string.start)) + file.text.slice(string.start, string.end);
    done = string.end;
  }
  return (result + stripped(file.text.slice(done, node.end))).replace(/,(?=[)\]}])/g, '');
}

function stripped(source: string): string {
  return source.replace(/\/\*.*?\*\/|(?:#|\/\/)[^\n]*/gs, '').replace(/\s+/g, '');
}

export interface Comment {
  readonly start: number;
  readonly text: string;
}

/** The comments of a text in order; strings that look like comments do not count. */
export function commentsIn(text: string): readonly Comment[] {
  const { body } = parseHcl(text);
  let code = '';
  let done = 0;
  for (const node of descendants(body)) {
    if ((node.kind !== 'quoted' && node.kind !== 'heredoc') || node.start < done) continue;
    code += text.slice(done, node.start) + ' '.repeat(node.end - node.start);
    done = node.end;
  }
  code += text.slice(done);
  return [...code.matchAll(/\/\*.*?\*\/|(?:#|\/\/)[^\n]*/gs)].map((match) => ({
    start: match.index,
    text: match[0].trim(),
  }));
}

/** The texts of the comments, sorted. */
export function commentsOf(text: string): readonly string[] {
  return commentsIn(text)
    .map((comment) => comment.text)
    .sort();
}
