import type { Expression, Span } from '../syntax/ast.ts';
import type { Directive, Interpolation } from '../syntax/template-ast.ts';

export interface LiteralToken {
  readonly kind: 'literal';
  readonly text: string;
}

export type TemplateToken = LiteralToken | Interpolation | Directive;

export type TemplateNode =
  | LiteralToken
  | Interpolation
  | ({
      readonly kind: 'if';
      readonly condition: Expression;
      readonly whenTrue: readonly TemplateNode[];
      readonly whenFalse: readonly TemplateNode[];
    } & Span)
  | ({
      readonly kind: 'for';
      readonly keyName?: string | undefined;
      readonly valueName: string;
      readonly collection: Expression;
      readonly body: readonly TemplateNode[];
    } & Span);

/**
 * Builds a tree from matching `if`/`else`/`endif` and `for`/`endfor`. The parser has checked that
 * they match.
 */
export function buildTree(tokens: readonly TemplateToken[]): readonly TemplateNode[] {
  return takeUntil({ tokens, at: 0 }, []);
}

interface Cursor {
  readonly tokens: readonly TemplateToken[];
  at: number;
}

function takeUntil(cursor: Cursor, stops: readonly Directive['keyword'][]): TemplateNode[] {
  const nodes: TemplateNode[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    if (token === undefined) return nodes;
    if (token.kind !== 'directive') {
      cursor.at += 1;
      nodes.push(token);
      continue;
    }
    if (stops.includes(token.keyword)) return nodes;
    cursor.at += 1;
    const node = takeDirective(cursor, token);
    if (node !== undefined) nodes.push(node);
  }
}

function takeDirective(cursor: Cursor, opening: Directive): TemplateNode | undefined {
  const { start, end, value } = opening;
  if (value === undefined) return undefined;
  if (opening.keyword === 'for') {
    const body = takeUntil(cursor, ['endfor']);
    cursor.at += 1;
    const { keyName, valueName = '' } = opening;
    return { kind: 'for', keyName, valueName, collection: value, body, start, end };
  }
  const whenTrue = takeUntil(cursor, ['else', 'endif']);
  const stop = cursor.tokens[cursor.at];
  cursor.at += 1;
  let whenFalse: readonly TemplateNode[] = [];
  if (stop?.kind === 'directive' && stop.keyword === 'else') {
    whenFalse = takeUntil(cursor, ['endif']);
    cursor.at += 1;
  }
  return { kind: 'if', condition: value, whenTrue, whenFalse, start, end };
}
