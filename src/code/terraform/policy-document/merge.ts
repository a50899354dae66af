import { compareHclText } from '../../hcl/eval/value.ts';
import type { PolicyDocument, PolicyStatement } from './types.ts';

export const emptyDocument: PolicyDocument = { version: '', id: '', statements: [] };

/** Merges `next` into `base`: a statement replaces the one with the same Sid, or is added. */
export function mergeDocuments(base: PolicyDocument, next: PolicyDocument): PolicyDocument {
  const statements: PolicyStatement[] = [...base.statements];
  for (const statement of next.statements) {
    const { sid } = statement;
    const at = sid === '' ? -1 : statements.findIndex((each) => each.sid === sid);
    if (at < 0) statements.push(statement);
    else statements[at] = statement;
  }
  return {
    version: compareHclText(next.version, base.version) > 0 ? next.version : base.version,
    id: next.id === '' ? base.id : next.id,
    statements,
  };
}
