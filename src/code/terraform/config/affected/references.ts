import type { Call, Expression } from '../../../hcl/syntax/ast.ts';
import type { TemplatePart } from '../../../hcl/syntax/template-ast.ts';
import { childNodes, type SyntaxNode } from '../../../hcl/syntax/walk.ts';

/*
 * Names of the parts of a configuration, within a module:
 *
 *   var.a  local.a  output.a            a value
 *   aws_x.y  data.aws_x.y  module.a     the number of instances of an item, and whether it exists
 *   aws_x.y|name  module.a|name         an argument or nested blocks of a resource, an output
 *   module.a>name                       an argument of a call; `providers` for the tags they add
 *   provider.aws                        tags that provider configurations with this name add
 *
 * Additional names for what an expression depends on:
 *
 *   aws_x.y|*    the entire item
 *   aws_x.y|!    the entire item if it has several instances: `.name` is then a key
 *   repetition   `each` or `count` of the enclosing block
 */
export type Name = string;

/** A file that an expression reads. */
export interface FileRead {
  readonly kind: 'content' | 'template' | 'listing';
  /** The end of the path, as far as it is literal. */
  readonly tail: string;
}

export interface References {
  readonly names: Set<Name>;
  readonly reads: FileRead[];
}

/**
 * Collects everything that the value of an expression, or of the expressions in a body, can depend
 * on.
 */
export function collectReferences(root: SyntaxNode, text: string, into: References): void {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isSelection(node)) {
      const { base, links, keys } = unwind(node);
      if (base.kind === 'variable') addReference(into.names, base.name, links);
      else pending.push(base);
      pending.push(...keys);
      continue;
    }
    if (node.kind === 'call') addRead(into.reads, node, text);
    pending.push(...childNodes(node));
  }
}

type Selection = Extract<
  Expression,
  { kind: 'variable' | 'get' | 'index' | 'legacy-index' | 'splat' }
>;

function isSelection(node: SyntaxNode): node is Selection {
  return ['variable', 'get', 'index', 'legacy-index', 'splat'].includes(node.kind);
}

type Link = { readonly kind: 'get'; readonly name: string } | { readonly kind: 'index' | 'splat' };

/** The links of `a.b[0].c` starting at its root, and the keys of its indexes. */
function unwind(selection: Selection): {
  readonly base: Expression;
  readonly links: readonly Link[];
  readonly keys: readonly Expression[];
} {
  const links: Link[] = [];
  const keys: Expression[] = [];
  let at: Expression = selection;
  for (;;) {
    if (at.kind === 'get') links.push({ kind: 'get', name: at.name });
    else if (at.kind === 'splat') links.push({ kind: 'splat' });
    else if (at.kind === 'index' || at.kind === 'legacy-index') links.push({ kind: 'index' });
    else return { base: at, links: links.reverse(), keys };
    if (at.kind === 'index') keys.push(at.key);
    at = at.of;
  }
}

function addReference(names: Set<Name>, root: string, links: readonly Link[]): void {
  const first = nameOf(links[0]);
  const second = nameOf(links[1]);
  switch (root) {
    case 'var':
    case 'local':
      if (first !== undefined) names.add(`${root}.${first}`);
      return;
    case 'each':
    case 'count':
      names.add('repetition');
      return;
    case 'data':
      if (first !== undefined && second !== undefined) {
        addItem(names, `data.${first}.${second}`, links.slice(2));
      }
      return;
    case 'resource':
      if (first !== undefined && second !== undefined) {
        addItem(names, `${first}.${second}`, links.slice(2));
      }
      return;
    default:
      if (first !== undefined) addItem(names, `${root}.${first}`, links.slice(1));
  }
}

function nameOf(link: Link | undefined): string | undefined {
  return link?.kind === 'get' ? link.name : undefined;
}

function addItem(names: Set<Name>, item: Name, links: readonly Link[]): void {
  names.add(item);
  const [first, second] = links;
  if (first?.kind === 'get') names.add(`${item}|${first.name}`).add(`${item}|!`);
  else if (first?.kind === 'index' && second?.kind === 'get') names.add(`${item}|${second.name}`);
  else names.add(`${item}|*`);
}

/** Functions that read files: `file`, `filesha256`, `fileset`, `templatefile`, ... */
const reader = /^(?:core::)?(file|templatefile)/;

function addRead(reads: FileRead[], call: Call, text: string): void {
  const found = reader.exec(call.name);
  if (found === null) return;
  if (/fileset$/.test(call.name)) reads.push({ kind: 'listing', tail: '' });
  else {
    const kind = found[1] === 'templatefile' ? 'template' : 'content';
    reads.push({ kind, tail: tailOf(call.args[0], text) });
  }
}

/**
 * The last segment of a path, as far as it is literal: `.json` for `"${path.module}/${x}.json"`.
 */
function tailOf(path: Expression | undefined, text: string): string {
  if (path?.kind !== 'quoted') return '';
  const last: TemplatePart | undefined = path.parts.at(-1);
  if (last?.kind !== 'text') return '';
  const written = text.slice(last.start, last.end);
  return /[\\%$]/.test(written) ? '' : written.slice(written.lastIndexOf('/') + 1);
}
