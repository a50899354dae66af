import type { Wording } from './types.ts';

/** Guardrails, approvals and labels. */
export const governance: Wording = {
  'account guardrail was changed': 'an account guardrail has changed',
  'account guardrail was loosened': 'an account guardrail is looser',
  'all guardrails switched off': 'all guardrails are switched off',
  'approval or test skipped': 'a stage such as approval or test is skipped',
  'audit store can be deleted': 'the audit log store can be deleted',
  'central firewall policy gone': 'the central firewall policy is gone',
  'central service loses access': 'a central service loses access',
  'changes possible again': 'the lock does not prevent changes',
  'check skipped when down': 'the check is skipped when its webhook is down',
  'compliance check was changed': 'the compliance check has changed',
  'extra permissions no longer purged': 'extra permissions are no longer removed',
  'firewall may be rewired': 'the firewall can be reconfigured',
  'name firewall may be unhooked': 'the DNS firewall can be detached',
  'namespace escapes guardrail': 'the guardrail covers other namespaces',
  'owner or cost unknown': 'a label that tells owner, cost or purpose is gone',
  'review rule was changed': 'the review rule has changed',
  'scope escapes the guardrail': 'a scope escapes the guardrail',
  'stack was changed by hand': 'the stack has another template or parameters',
  'violations no longer repaired': 'violations are not repaired automatically',
};
