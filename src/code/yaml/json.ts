import type { Json } from '../../model/json.ts';
import { sameValue } from '../../model/json-compare.ts';
import type { TextEdit } from '../../model/patch.ts';
import { editedText, joinTouching } from '../../text/edits.ts';
import { indentAt, lineStartAt } from '../../text/lines.ts';
import { flowStyle, renderFlow, rewriteFlow, splice } from './flow.ts';
import { parseJsonTree } from './json-tree.ts';
import { reconcileTree, type Writer } from './reconcile.ts';
import type { YamlTree } from './tree.ts';

/**
 * The smallest edits that change a JSON text so that its value is `value`: leaves that differ are
 * set, missing members are added, superfluous ones are removed, and every other byte stays. New
 * text follows the layout of the document. There are no edits if the value is equal already;
 * undefined if `text` is not a JSON object or list, or has a duplicate key. The result has been
 * parsed again to check that it is exactly `value`.
 */
export function editJsonText(text: string, value: Json): readonly TextEdit[] | undefined {
  const tree = parseJsonTree(text);
  if (tree === undefined || tree.kind === 'leaf') return undefined;
  const made = reconcileTree(tree, value, new JsonWriter(text, tree));
  if (made === undefined) return undefined;
  const edits = joinTouching(made);
  const result: Json = JSON.parse(editedText(text, edits));
  return sameValue(result, value, 'exact') ? edits : undefined;
}

class JsonWriter implements Writer {
  readonly #text: string;
  readonly #style: ReturnType<typeof flowStyle>;

  constructor(text: string, root: YamlTree) {
    this.#text = text;
    this.#style = flowStyle(text, root, (value) => JSON.stringify(value));
  }

  replace(tree: YamlTree, value: Json): readonly TextEdit[] {
    const hasLines =
      this.#text.slice(lineStartAt(this.#text, tree.start), tree.start).trim() !== '';
    const isAmong = hasLines && this.#isInline(tree);
    const indent = indentAt(this.#text, tree.start);
    const text = renderFlow(value, this.#style, indent, isAmong ? 'inline' : 'auto');
    return [splice(tree.start, tree.end, text)];
  }

  /** True for a value that shares its line with an enclosing bracket. */
  #isInline(tree: YamlTree): boolean {
    const before = this.#text.slice(lineStartAt(this.#text, tree.start), tree.start);
    return /[[{,]/.test(before.replace(/"(?:[^"\\]|\\.)*"/g, ''));
  }

  rewrite(...[tree, plan]: Parameters<Writer['rewrite']>): readonly TextEdit[] | undefined {
    return rewriteFlow(this.#text, tree, plan, this.#style);
  }
}
