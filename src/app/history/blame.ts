import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { blame, type FieldBlame, type ResourceBlame } from '../../stages/ledger/blame.ts';
import { foldLedger } from '../../stages/ledger/fold.ts';
import { fieldTypeOf } from '../../stages/ledger/object-type.ts';

export interface BlameAsk {
  /** Address of a resource or a module. */
  readonly address: string;
  /** A field, including the fields below it; defaults to all. */
  readonly path: string | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/**
 * Who owns which field at an address. Callers that ask often pass the schema. Fails with
 * `unknown-address` and `unknown-path`.
 */
export async function readBlame(
  store: Pick<Store, 'ledger' | 'addresses'>,
  { address, path, now }: BlameAsk,
  schema: ProviderSchema = loadSchema(),
): Promise<Result<readonly ResourceBlame[]>> {
  const entries = await store.ledger(address);
  if (entries.length === 0) return fail(unknownAddress(address, await store.addresses()));
  const ledger = foldLedger(entries, (type) => fieldTypeOf(schema, type));
  const resources = [...ledger.values()].map((resource) => blame(resource, now, path));
  const found = resources.filter(({ fields, history }) => fields.length + history.length > 0);
  if (found.length > 0) return ok(found);
  const fields = [...ledger.values()].flatMap((each) => blame(each, now).fields);
  return fail(unknownPath(address, path ?? '', fields));
}

/** Suggests known addresses, the most similar ones first. */
function unknownAddress(address: string, known: readonly string[]): Problem {
  const words = address.split(/[.[\]"]+/).filter((word) => word !== '');
  const likeness = (other: string): number => words.filter((word) => other.includes(word)).length;
  const nearest = [...known].sort((a, b) => likeness(b) - likeness(a)).slice(0, 5);
  return {
    code: 'unknown-address',
    message: `The ledger has nothing on ${displayText(address, 120)}.`,
    hint:
      nearest.length === 0
        ? 'It is empty yet: run `parley scan`.'
        : `It knows, among others: ${nearest.map((each) => displayText(each, 120)).join(', ')}.`,
  };
}

function unknownPath(address: string, path: string, fields: readonly FieldBlame[]): Problem {
  const names = [...new Set(fields.map(({ field }) => field))].slice(0, 10);
  return {
    code: 'unknown-path',
    message: `The ledger has no field ${displayText(path, 120)} of ${displayText(address, 120)}.`,
    hint: `Its fields are: ${names.map((each) => displayText(each, 80)).join(', ')}.`,
  };
}
