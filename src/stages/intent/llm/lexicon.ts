import type { Json } from '../../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../../model/json.ts';
import type { VocabularySides } from './vocabulary.ts';

/** A change as the model was shown it: secrets and identities are taken out. */
export interface ShownChange extends VocabularySides {
  readonly address: string;
  readonly attribute: string;
}

/** The words that one change gives to a sentence, in lower case. */
export interface Words {
  readonly sides: VocabularySides;
  /** The resource: its address and its name. */
  readonly resource: ReadonlySet<string>;
  /** Its type, as provider and code spell it, and the parts of that. */
  readonly type: ReadonlySet<string>;
  /** The attribute, whole and in parts. */
  readonly attribute: ReadonlySet<string>;
  /** Written by whoever made the change, so that they count only where a value may stand. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** One word without markup or mentions, however it is read: `10.0.0.0/16`, `m6i.large`, `INC-12`. */
const plainWord = /^[A-Za-z0-9][\w./:-]{0,63}$/;

/** The words of a change that a sentence about it may use. */
export function wordsOf({ address, attribute, before, after }: ShownChange): Words {
  const base = address.replace(/\[[^\]]*\]/g, '');
  const steps = base.split('.');
  const [type = '', name = ''] = steps.slice(-2);
  const instances = [...address.matchAll(/\["([^"\]]*)"\]/g)].map(([, key = '']) => key);
  // Further steps may be keys of a map, which whoever made the change could choose.
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
