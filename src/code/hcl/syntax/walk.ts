import type { Attribute, Block, Body, BodyItem, Expression, ObjectItem } from './ast.ts';
import type { TemplatePart } from './template-ast.ts';

export type SyntaxNode = Body | BodyItem | Expression | ObjectItem | TemplatePart;

/** The direct children of a node, in the order of the text. */
export function childNodes(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'body':
    case 'tuple':
    case 'object':
      return node.items;
    case 'quoted':
    case 'heredoc':
      return node.parts;
    case 'call':
      return node.args;
    case 'block':
      return [node.body];
    case 'attribute':
    case 'interpolation':
    case 'parentheses':
    case 'unary':
      return [node.value];
    case 'directive':
      return node.value === undefined ? [] : [node.value];
    case 'object-item':
      return [node.key, node.value];
    case 'get':
    case 'legacy-index':
    case 'splat':
      return [node.of];
    case 'index':
      return [node.of, node.key];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse];
    case 'for-tuple':
      return present(node.collection, node.value, node.condition);
    case 'for-object':
      return present(node.collection, node.key, node.value, node.condition);
    case 'broken':
    case 'number':
    case 'keyword':
    case 'text':
    case 'variable':
      return [];
  }
}

function present(...nodes: readonly (Expression | undefined)[]): readonly Expression[] {
  return nodes.filter((node) => node !== undefined);
}

/** All nodes from `root` down, each before its children. */
export function* descendants(root: SyntaxNode): Generator<SyntaxNode> {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    pending.push(...childNodes(node).toReversed());
  }
}

/** The attribute of a block with this name, if it has one. */
export function attributeIn({ body }: Block, name: string): Attribute | undefined {
  return body.items.find((item) => item.kind === 'attribute' && item.name === name) as
    | Attribute
    | undefined;
}
