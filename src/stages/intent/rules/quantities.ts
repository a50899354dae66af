import { type Quantity, quantities } from '../../../providers/traits/quantities.ts';
import { clause, type NamingRule } from '../clause.ts';
import { shortValue } from '../facts.ts';

/** `Raised memory of function api from 256 to 512 MB`. */
export const quantityRules: readonly NamingRule[] = quantities.map((quantity) => ({
  id: quantity.id,
  types: quantity.types,
  read: (facts) =>
    facts.flatMap((fact) => {
      const [from, to] = [Number(fact.declared), Number(fact.live)];
      const [shownFrom, shownTo] = [shortValue(fact.declared), shortValue(fact.live)];
      if (fact.change !== 'changed' || fact.field !== quantity.field) return [];
      if (shownFrom === undefined || shownTo === undefined) return [];
      if (!Number.isFinite(from) || !Number.isFinite(to)) return [];
      const off = quantity.protects === true && to === 0;
      const phrases = phrasesOf(quantity, from, to, [shownFrom, shownTo]);
      return [clause([fact], off ? 'weakening' : quantity.purpose, phrases)];
    }),
}));

/** A value that means no limit is above all others, whatever number it is. */
function phrasesOf(
  { label, unit, unlimited }: Quantity,
  from: number,
  to: number,
  [shownFrom, shownTo]: readonly [from: string, to: string],
): { readonly before: string; readonly after: string } {
  const named = unit === undefined ? '' : ` ${unit}`;
  if (from === unlimited)
    return { before: `Limited ${label} of `, after: ` to ${shownTo}${named}` };
  if (to === unlimited) {
    return { before: `Removed the limit on ${label} of `, after: ` (was ${shownFrom}${named})` };
  }
  return {
    before: `${to > from ? 'Raised' : 'Lowered'} ${label} of `,
    after: ` from ${shownFrom} to ${shownTo}${named}`,
  };
}
