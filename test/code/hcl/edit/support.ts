import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import type { EditResult } from '../../../../src/code/hcl/edit/types.ts';
import type {
  Attribute,
  Block,
  Body,
  Expression,
  HclFile,
} from '../../../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';

/** A parsed file with its first argument and its first block. */
export interface Subject {
  readonly file: HclFile;
  readonly attribute: Attribute;
  readonly value: Expression;
  readonly block: Block;
  readonly body: Body;
}

export function subjectOf(text: string): Subject {
  const file = parseHcl(text);
  const block = file.body.items.find((item): item is Block => item.kind === 'block');
  const body = block?.body ?? file.body;
  const attribute = [...file.body.items, ...body.items].find(
    (item): item is Attribute => item.kind === 'attribute',
  );
  const missing = (what: string): never => {
    throw new Error(`no ${what} in the text`);
  };
  return {
    file,
    body,
    get attribute() {
      return attribute ?? missing('argument');
    },
    get value() {
      return attribute?.value ?? missing('argument');
    },
    get block() {
      return block ?? missing('block');
    },
  };
}

/** The text after an edit that passed the check, or `refused: CODE`. */
export function edited(text: string, edit: (subject: Subject) => EditResult): string {
  const subject = subjectOf(text);
  const result = edit(subject);
  if (!result.ok) return `refused: ${result.refusal.code}`;
  const checked = checkEdit(subject.file, result.edits);
  if (!checked.ok) throw new Error(checked.error.message);
  return checked.value.text;
}

/** Joins lines, ending each with a newline. */
export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
