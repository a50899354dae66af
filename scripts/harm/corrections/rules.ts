import { type Correction, ofTypes } from '../overlay.ts';

/** Corrections that tell rules that allow from rules that deny. */
export const rules: readonly Correction[] = [
  ...ofTypes(
    ['azurerm_firewall_policy_rule_collection_group'],
    'application_rule_collection.rule.source_addresses[]',
    'element-added matches world when network_rule_collection.action = Allow',
    'element-added matches world when application_rule_collection.action = Allow',
    'the guard named the collections of another kind',
  ),
  ...ofTypes(
    ['google_compute_firewall'],
    '-',
    'created',
    'created when allow.protocol in (all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)',
    'a rule that denies opens nothing',
  ),
  ...ofTypes(
    ['google_compute_firewall'],
    'disabled',
    '= true',
    '= true when deny.protocol in (all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)',
    'without a rule that allows less is open',
  ),
  ...ofTypes(
    ['google_compute_firewall'],
    'source_ranges[]',
    'element-added matches world when direction != EGRESS',
    'element-added matches world when direction != EGRESS and allow.protocol in (all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)',
    'who is denied may not enter',
  ),
  ...ofTypes(
    ['google_compute_firewall'],
    'source_ranges[]',
    'element-added when direction != EGRESS',
    'element-added when direction != EGRESS and allow.protocol in (all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)',
    'who is denied may not enter',
  ),
  {
    type: 'google_compute_firewall',
    path: '-',
    predicate: 'deleted',
    becomes: {
      predicate: 'deleted when allow.protocol in (all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)',
      meaning: 'a traffic path is cut off',
    },
    because: 'what a rule that denies takes along is a row of its own',
  },
  ...ofTypes(
    ['google_compute_firewall_policy_rule', 'google_compute_network_firewall_policy_rule'],
    '-',
    'deleted',
    'deleted when action = deny',
    'without a rule that allows less is open',
  ),
  ...ofTypes(
    ['google_compute_firewall_policy_rule', 'google_compute_network_firewall_policy_rule'],
    'disabled',
    '= true',
    '= true when action = deny',
    'without a rule that allows less is open',
  ),
];
