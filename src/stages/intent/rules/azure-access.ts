import { isWideRange, parseRange, rangeBetween } from '../../../model/address-range.ts';
import { type Json, jsonAt } from '../../../model/json.ts';
import { portService } from '../../../model/port-name.ts';
import { displayText } from '../../../model/text.ts';
import { joinedWords } from '../../../model/words.ts';
import {
  databaseFirewallRules,
  networkSecurityGroup,
  networkSecurityRule,
  roleAssignments,
} from '../../../providers/traits/access-types.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { createdAttribute, type Fact, shortValue } from '../facts.ts';
import { texts } from './traffic.ts';

type Clauses = readonly Omit<IntentClause, 'rule'>[];

const admins =
  /^(?:Owner|Contributor|User Access Administrator|Role Based Access Control Administrator)$/;

/** Network traffic and roles in Azure. */
export const azureAccessRules: readonly NamingRule[] = [
  {
    id: 'azure-security-rule',
    types: [networkSecurityGroup, networkSecurityRule],
    read: (facts) => facts.flatMap(readRule),
  },
  {
    id: 'azure-firewall-rule',
    types: databaseFirewallRules,
    read: (facts) => facts.flatMap(readFirewall),
  },
  {
    id: 'azure-role-assignment',
    types: roleAssignments,
    read: (facts) => facts.flatMap(readAssignment),
  },
];

function readRule(fact: Fact): Clauses {
  const content = contentOf(fact);
  if (content !== undefined) return [whole(fact, content)];
  const name = fact.field.replace(/^security_rule\./, '');
  if (fact.change !== 'changed') return [];
  const on = ruleName(fact);
  if (/^source_address_prefix(?:es)?$/.test(name) && isWide(fact.live)) {
    return [clause([fact], 'weakening', { before: `Opened ${on}`, after: ' to everyone' })];
  }
  if (/^source_address_prefix(?:es)?$/.test(name) && isWide(fact.declared)) {
    return [clause([fact], 'hardening', { before: `Closed ${on}`, after: ' to everyone' })];
  }
  if (name === 'access') {
    const allows = fact.live === 'Allow';
    const verb = allows ? 'Let' : 'Stopped letting';
    const phrases = { before: `${verb} through what ${on}`, after: ' is about' };
    return [clause([fact], allows ? 'weakening' : 'hardening', phrases)];
  }
  return [];
}

/**
 * `rule allow-ssh of `, to precede the name of the group; empty if the resource is the rule itself.
 */
function ruleName({ type, member }: Fact): string {
  const name = shortValue(jsonAt(member, 'name'));
  return type === networkSecurityGroup && name !== undefined ? `rule ${name} of ` : '';
}

/** The content of an entire rule that was added or removed. */
function contentOf(fact: Fact): Json | undefined {
  if (fact.type === networkSecurityGroup) {
    const isRule = fact.field === 'security_rule';
    return isRule && (fact.change === 'joined' || fact.change === 'left') ? fact.member : undefined;
  }
  return fact.change === 'created' ? fact.drift.creation?.attributes : undefined;
}

function whole(fact: Fact, content: Json): Omit<IntentClause, 'rule'> {
  const allows = jsonAt(content, 'access') !== 'Deny';
  const incoming = jsonAt(content, 'direction') !== 'Outbound';
  const source = [
    ...texts(jsonAt(content, 'source_address_prefix')),
    ...texts(jsonAt(content, 'source_address_prefixes')),
  ];
  const wide = isWide(source);
  const comes = fact.change !== 'left';
  const ports = `${incoming ? '' : 'outgoing '}${portsOf(content)}`;
  const peer = wide ? 'everyone' : joinedWords(source.map((one) => displayText(one, 60)));
  const peers = peer === '' ? '' : ` to ${peer}`;
  const beginnings: Readonly<Record<string, string>> = {
    'true true': `Opened ${ports}${peers} on `,
    'true false': `Closed ${ports}${peers} on `,
    'false true': `Denied ${ports}${peers} on `,
    'false false': `Dropped the denial of ${ports}${peers} on `,
  };
  const purpose = comes === allows ? (wide && incoming ? 'weakening' : 'access') : 'hardening';
  // Removing a deny rule lets traffic through to the rules after it.
  const risk = !allows && !comes ? 'weakening' : purpose;
  return clause(
    [fact],
    risk,
    { before: beginnings[`${allows} ${comes}`] ?? '' },
    { together: false },
  );
}

function portsOf(content: Json): string {
  const ports = [
    ...texts(jsonAt(content, 'destination_port_range')),
    ...texts(jsonAt(content, 'destination_port_ranges')),
  ];
  const protocol = shortValue(jsonAt(content, 'protocol')) ?? '*';
  const kind = /^(?:tcp|\*)$/i.test(protocol) ? '' : `${protocol.toUpperCase()} `;
  if (ports.length === 0 || ports.includes('*')) {
    return protocol === '*' ? 'all traffic' : `all ${kind}ports`;
  }
  const [only] = ports;
  if (ports.length === 1 && only !== undefined && !only.includes('-')) {
    return `${kind}port ${displayText(only, 10)}${portService(only)}`;
  }
  return displayText(`${kind}ports ${joinedWords(ports)}`, 60);
}

/** An IP range in a database firewall. The range 0.0.0.0 to 0.0.0.0 means Azure's own services. */
function readFirewall(fact: Fact): Clauses {
  if (fact.change !== 'created') return [];
  const from = shortValue(createdAttribute(fact, 'start_ip_address')) ?? '?';
  const to = shortValue(createdAttribute(fact, 'end_ip_address')) ?? from;
  const azure = from === '0.0.0.0' && to === '0.0.0.0';
  const wide = isWideRange(rangeBetween(from, to));
  const range = from === to ? from : `${from} to ${to}`;
  const who = azure ? 'all of Azure' : wide ? 'everyone' : range;
  const name = shortValue(createdAttribute(fact, 'name')) ?? fact.name;
  const phrases = { before: `Let ${who} through by `, object: `firewall rule ${name}` };
  return [clause([fact], wide || azure ? 'weakening' : 'access', phrases)];
}

function readAssignment(fact: Fact): Clauses {
  if (fact.change !== 'created') return [];
  const role = shortValue(createdAttribute(fact, 'role_definition_name')) ?? 'a role';
  const scope = String(createdAttribute(fact, 'scope') ?? '');
  const on = displayText(scope.slice(scope.lastIndexOf('/') + 1), 60);
  const who = shortValue(createdAttribute(fact, 'principal_id')) ?? 'somebody';
  const phrases = { before: `Granted ${role} to `, object: `${who} on ${on}` };
  return [clause([fact], admins.test(role) ? 'weakening' : 'access', phrases)];
}

/** Everyone, or at least half of the internet. */
function isWide(value: Json | readonly string[] | undefined): boolean {
  return texts(value as Json | undefined).some((text) => {
    return /^(?:\*|any|internet)$/i.test(text) || isWideRange(parseRange(text));
  });
}
