import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';
import { PolicyFile } from '../../../stages/policy/file/schema.ts';
import { vocabulary } from '../../../stages/policy/vocabulary.ts';

/**
 * Where a word can be used: as a key of the file or of a rule, as the value of a key, or within a
 * condition.
 */
type WordPlace = 'file' | 'rule' | 'value' | 'condition';

/** A word of the policy language. */
export interface PolicyWord {
  readonly word: string;
  readonly place: WordPlace;
  /** A short description. */
  readonly is: string;
  /** For a value: the keys that accept it. For a fact: its possible values. */
  readonly with: readonly string[];
}

/** Methods of strings in CEL. */
const methods = ['startsWith', 'endsWith', 'contains', 'matches'] as const;

/**
 * All words of the policy language, taken from the definitions with which policies are read and
 * checked. `tiers` are those of the policy that is changed.
 */
export function policyWords(tiers: readonly string[]): readonly PolicyWord[] {
  const { rules } = PolicyFile.shape;
  return [
    ...keysOf(PolicyFile.shape, 'file'),
    ...keysOf(rules.unwrap().element.shape, 'rule'),
    ...outcomes.map((word) => valueWord(word, 'a verdict', ['verdict'])),
    ...tiers.map((word) => valueWord(word, 'a tier of this policy', ['tier'])),
    ...PolicyFile.shape.extends
      .unwrap()
      .options.map((word) => valueWord(word, 'a policy that Parley has', ['extends'])),
    ...actorClasses.map((word) => valueWord(word, 'a class of actors', ['class'])),
    ...Object.entries(vocabulary).map(([word, kind]): PolicyWord => {
      const values = 'values' in kind ? (kind.values ?? []) : [];
      return { word, place: 'condition', is: typePhrases[kind.type], with: values };
    }),
    ...methods.map(
      (word): PolicyWord => ({ word, place: 'condition', is: 'a question to a text', with: [] }),
    ),
  ];
}

const typePhrases = {
  flag: 'yes or no',
  number: 'a number',
  list: 'a list of texts',
  value: 'a value of any type',
  text: 'a text',
} as const;

function keysOf(shape: object, place: 'file' | 'rule'): readonly PolicyWord[] {
  const is = place === 'file' ? 'a key of the file' : 'a key of a rule';
  return Object.keys(shape).map((word) => ({ word, place, is, with: [] }));
}

function valueWord(word: string, is: string, keys: readonly string[]): PolicyWord {
  return { word, place: 'value', is, with: keys };
}
