import type { Purpose } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import type { Switch } from '../../../providers/traits/switch.ts';
import { switches } from '../../../providers/traits/switches.ts';
import type { NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';
import type { Fact } from '../facts.ts';

/** Attributes that name an encryption key, for any type. */
const keys = ['kms_key_id', 'kms_master_key_id', 'kms_key_arn'];

/** Settings that are on or off, and encryption keys that are set or not. */
export const switchRules: readonly NamingRule[] = [
  ...switches.map(
    (one): NamingRule => ({
      id: `switch-${one.field.replaceAll(/[._]/g, '-')}`,
      types: one.types,
      read: (facts) =>
        facts
          .filter(({ change, field }) => change === 'changed' && field === one.field)
          .map((fact) => {
            const on = isOn(one, fact.live);
            const phrases = { before: `Turned ${one.label} ${on ? 'on' : 'off'} for ` };
            return clause([fact], purposeOf(one, on), phrases);
          }),
    }),
  ),
  {
    id: 'encryption-key',
    read: (facts) =>
      facts.filter(({ change, field }) => change === 'changed' && isKey(field)).map(readKey),
  },
];

function isOn({ on }: Switch, value: Json | undefined): boolean {
  return on === undefined ? value === true || value === 'true' : on.includes(String(value));
}

function purposeOf({ safe }: Switch, on: boolean): Purpose {
  if (safe === undefined) return 'change';
  return (safe === 'on') === on ? 'hardening' : 'weakening';
}

function isKey(field: string): boolean {
  return keys.includes(field.slice(field.lastIndexOf('.') + 1));
}

function readKey(fact: Fact): ReturnType<typeof clause> {
  if (fact.live === undefined) {
    return clause([fact], 'weakening', { before: 'Removed the encryption key of ' });
  }
  return fact.declared === undefined
    ? clause([fact], 'hardening', { before: 'Set an encryption key for ' })
    : clause([fact], 'change', { before: 'Changed the encryption key of ' });
}
