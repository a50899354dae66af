import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import type { VocabularySides } from './vocabulary.ts';

/** A change as the model was shown it, with secrets and identities removed. */
export interface ShownChange extends VocabularySides {
  readonly address: string;
  readonly attribute: string;
}

/** The words, in lower case, that one change contributes to a sentence. */
export interface Words {
  readonly sides: VocabularySides;
  /** Address and name of the resource. */
  readonly resource: ReadonlySet<string>;
  /** Its type, as spelled by provider and code, and the parts of the type. */
  readonly type: ReadonlySet<string>;
  /** The attribute, entire and in parts. */
  readonly attribute: ReadonlySet<string>;
  /** Chosen by the actor who made the change, so they count only where a value may stand. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** One word without markup or mentions: `10.0.0.0/16`, `m6i.large`, `INC-12`. */
const plainWord = /^[A-Za-z0-9][\w./:-]{0,63}$/;

/** The words that a sentence about the change may use. */
export function permittedWords({ address, attribute, before, after }: ShownChange): Words {
  const base = address.replace(/\[[^\]]*\]/g, '');
  const steps = base.split('.');
  const [type = '', name = ''] = steps.slice(-2);
  const instances = [...address.matchAll(/\["([^"\]]*)"\]/g)].map(([, key = '']) => key);
  // Further steps may be map keys, which the actor could choose.
  const [head = '', ...rest] = attribute.split(/[.[\]"]+/).filter((step) => step !== '');
  const keys = rest.filter((step) => plainWord.test(step));
  return {
    sides: {
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
    resource: lower([base, `${type}.${name}`, name, ...instances]),
    type: lower([type, ...type.split('_')]),
    attribute: lower([head, ...head.split('_')]),
    before: lower([...leaves(before ?? null), ...keys]),
    after: lower([...leaves(after ?? null), ...keys]),
  };
}

function leaves(value: Json): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(leaves);
  if (isJsonObject(value)) return Object.values(value).flatMap(leaves);
  return value === null ? [] : [String(value)];
}

function lower(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => plainWord.test(word)).map((word) => word.toLowerCase()));
}
