import type { StateIndex, TerraformState } from '../../code/terraform/state/types.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Named, Touched } from '../../ports/store/named-resources.ts';
import { createMeaning, type Meaning, type NameIdentity } from './managed-names.ts';
import { type NamedText, namedTexts } from './named-texts.ts';

/** Limit on resources listed for one call, since a record can name any number. */
const maxNamed = 100;

/**
 * Creates a function that determines the managed resources of an untranslatable call from its
 * record: those whose id, ARN or name occurs anywhere in it. Bare words only count if nothing else
 * identifies a resource.
 */
export function createTouchFinder(
  state: TerraformState,
  index: StateIndex,
): (event: AuditEvent) => Named | undefined {
  let meaning: ReturnType<typeof createMeaning> | undefined;
  return (event) => {
    meaning ??= createMeaning(state, index);
    const sure = new Map<string, Touched>();
    const doubtful = new Map<string, Touched>();
    const words = new Map<string, Touched>();
    const lists = { one: sure, shared: doubtful, word: words };
    for (const found of namedTexts(event)) {
      const meant = meaning(event, found);
      if (meant === undefined) continue;
      const list = lists[meant.kind];
      for (const one of touchedBy(meant, found)) {
        if (!list.has(one.address)) list.set(one.address, one);
      }
    }
    const unsure = [...doubtful.values()].filter(({ address }) => !sure.has(address));
    const named = [...sure.values(), ...unsure];
    const all = named.length > 0 ? named : [...words.values()];
    if (all.length === 0) return undefined;
    return { touched: all.slice(0, maxNamed), more: Math.max(0, all.length - maxNamed) };
  };
}

function touchedBy(meant: Meaning, { member, asked }: NamedText): readonly Touched[] {
  const touched = ({ address, type, attribute }: NameIdentity) => ({
    address,
    type,
    key: { attribute, member },
    asked,
  });
  if (meant.kind === 'one') return [touched(meant.identity)];
  const doubt = meant.kind === 'word' ? ('word' as const) : meant.identities.length;
  return meant.identities.map((identity) => ({ ...touched(identity), doubt }));
}

/** The resource that the call itself names, so that calls of this kind can be learned. */
export function unknownCallSubject({ touched }: Named): Touched | undefined {
  return touched.find(({ asked, doubt }) => asked && doubt === undefined);
}

/**
 * Reduces the resources to the one that the call itself names, for calls that the catalog partly
 * knows.
 */
export function onlySubject(named: Named | undefined): Named | undefined {
  const subject = named && unknownCallSubject(named);
  return subject === undefined ? undefined : { touched: [subject], more: 0 };
}
