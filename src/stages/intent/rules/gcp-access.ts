import { isWideRange, parseRange } from '../../../model/address-range.ts';
import type { Purpose } from '../../../model/intent.ts';
import { isJsonArray, type Json, jsonAt } from '../../../model/json.ts';
import { portService } from '../../../model/port-name.ts';
import { displayText } from '../../../model/text.ts';
import { joinedWords } from '../../../model/words.ts';
import {
  cloudDatabases,
  computeFirewalls,
  isIamGrant,
} from '../../../providers/traits/access-types.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { createdAttribute, type Fact, shortValue } from '../facts.ts';

type Clauses = readonly Omit<IntentClause, 'rule'>[];

/** Roles that allow everything, or that allow granting oneself every other role. */
const adminRole = /^roles\/(?:owner|editor|.*[aA]dmin|iam\.serviceAccountTokenCreator)$/;
const everyone = /^(?:allUsers|allAuthenticatedUsers)$/;

/** Network traffic and roles in Google Cloud. */
export const gcpAccessRules: readonly NamingRule[] = [
  { id: 'gcp-firewall', types: computeFirewalls, read: (facts) => facts.flatMap(readFirewall) },
  {
    id: 'gcp-database-network',
    types: cloudDatabases,
    read: (facts) => facts.flatMap(readNetworks),
  },
  {
    id: 'gcp-iam',
    read: (facts) => facts.filter(({ type }) => isIamGrant(type)).flatMap(readRole),
  },
];

function readFirewall(fact: Fact): Clauses {
  const { change, field, member } = fact;
  if (change === 'created') return [newFirewall(fact)];
  if (field === 'disabled' && change === 'changed') return [switched(fact)];
  if (change !== 'joined' && change !== 'left') return [];
  const comes = change === 'joined';
  if (field === 'allow' || field === 'deny') {
    const opens = (field === 'allow') === comes;
    const before = `${opens ? 'Opened' : 'Closed'} ${portsOf(member)} on `;
    // Removing a deny rule lets traffic through to the rules after it.
    const purpose = opens ? (field === 'deny' ? 'weakening' : 'access') : 'hardening';
    return [clause([fact], purpose, { before }, { together: false })];
  }
  if (field !== 'source_ranges') return [];
  const wide = isWide(member);
  const who = wide ? 'everyone' : displayText(String(member), 60);
  const purpose: Purpose = comes ? (wide ? 'weakening' : 'access') : 'hardening';
  const before = comes ? `Let ${who} through ` : `Kept ${who} out of `;
  return [clause([fact], purpose, { before }, { together: false })];
}

function newFirewall(fact: Fact): Omit<IntentClause, 'rule'> {
  const attributes = fact.drift.creation?.attributes ?? {};
  const rules = ['allow', 'deny'].flatMap((name) => listAt(attributes, name));
  const denies = listAt(attributes, 'allow').length === 0;
  const ranges = listAt(attributes, 'source_ranges');
  const isIncoming = jsonAt(attributes, 'direction') !== 'EGRESS';
  // A firewall without source ranges and tags applies to everyone.
  const narrow = ['source_tags', 'source_service_accounts'].some(
    (name) => listAt(attributes, name).length > 0,
  );
  const wide = ranges.some(isWide) || (ranges.length === 0 && !narrow);
  const ports = joinedWords(rules.map(portsOf));
  const peers = wide ? 'everyone' : joinedWords(ranges.map((one) => displayText(String(one), 60)));
  const before = `${denies ? 'Denied' : 'Opened'} ${isIncoming ? '' : 'outgoing '}${ports}${peers === '' ? '' : ` to ${peers}`} with `;
  const purpose = denies ? 'hardening' : wide && isIncoming ? 'weakening' : 'access';
  return clause([fact], purpose, { before }, { together: false });
}

function switched(fact: Fact): Omit<IntentClause, 'rule'> {
  const before = fact.live === true ? 'Switched off ' : 'Switched on ';
  return clause([fact], fact.live === true ? 'weakening' : 'hardening', { before });
}

/** `port 22 (SSH)`, `ports 80 and 443`, `all UDP ports`, `ICMP`. */
function portsOf(rule: Json | undefined): string {
  const protocol = (shortValue(jsonAt(rule, 'protocol')) ?? 'all').toUpperCase();
  const ports = listAt(rule, 'ports').map((one) => displayText(String(one), 11));
  const [only] = ports;
  if (only === undefined) {
    if (protocol === 'ALL') return 'all traffic';
    return protocol === 'TCP' || protocol === 'UDP' ? `all ${protocol} ports` : protocol;
  }
  const kind = protocol === 'TCP' ? '' : `${protocol} `;
  if (ports.length > 1) return `${kind}ports ${joinedWords(ports)}`;
  return only.includes('-') ? `${kind}ports ${only}` : `${kind}port ${only}${portService(only)}`;
}

function readNetworks(fact: Fact): Clauses {
  if (!fact.field.endsWith('ip_configuration.authorized_networks')) return [];
  if (fact.change !== 'joined' && fact.change !== 'left') return [];
  const range = jsonAt(fact.member, 'value');
  const wide = isWide(range);
  const who = wide ? 'everyone' : displayText(String(range), 60);
  const comes = fact.change === 'joined';
  const before = comes ? `Let ${who} connect to ` : `Kept ${who} from connecting to `;
  return [clause([fact], comes ? (wide ? 'weakening' : 'access') : 'hardening', { before })];
}

function readRole(fact: Fact): Clauses {
  const { change, field, drift, member } = fact;
  if (change === 'created') {
    const role = String(createdAttribute(fact, 'role') ?? 'a role');
    const who = String(createdAttribute(fact, 'member') ?? 'somebody');
    const phrases = { before: `Gave ${called(who)} `, object: displayText(role, 80) };
    return [clause([fact], grantPurpose(role, who), phrases)];
  }
  if (change === 'deleted') {
    return [clause([fact], 'hardening', { before: 'Took back what was granted by ' })];
  }
  if (field !== 'members' || (change !== 'joined' && change !== 'left')) return [];
  const who = String(member);
  const phrases =
    change === 'joined'
      ? { before: `Added ${called(who)} to ` }
      : { before: `Removed ${called(who)} from ` };
  // The change shows only the member, so the address is searched for the role.
  const role = /admin|owner|editor/i.test(drift.address) ? 'roles/owner' : '';
  return [clause([fact], change === 'joined' ? grantPurpose(role, who) : 'hardening', phrases)];
}

function called(member: string): string {
  return everyone.test(member) ? 'everyone' : displayText(member, 80);
}

function grantPurpose(role: string, member: string): Purpose {
  return everyone.test(member) || adminRole.test(role) ? 'weakening' : 'access';
}

function listAt(value: Json | undefined, name: string): readonly Json[] {
  const found = jsonAt(value, name);
  return isJsonArray(found) ? found : [];
}

/** Everyone, or a large part of the internet. */
function isWide(value: Json | undefined): boolean {
  return typeof value === 'string' && isWideRange(parseRange(value));
}
