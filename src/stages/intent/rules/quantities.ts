import { quantities } from '../../../providers/traits/quantities.ts';
import type { NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';
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
      const unit = quantity.unit === undefined ? '' : ` ${quantity.unit}`;
      const off = quantity.protects === true && to === 0;
      return [
        clause([fact], off ? 'weakening' : quantity.purpose, {
          before: `${to > from ? 'Raised' : 'Lowered'} ${quantity.label} of `,
          after: ` from ${shownFrom} to ${shownTo}${unit}`,
        }),
      ];
    }),
}));
