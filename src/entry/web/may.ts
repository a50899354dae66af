import { grantHolders } from '../../app/access/grants.ts';
import type { AnswerRequest } from '../../app/answer/answer.ts';
import type { TokenScope } from '../../config/service/token-scopes.ts';
import type { ApiSettings } from '../api/deps.ts';
import type { Visitor } from './session.ts';

const phrases = { read: 'look at anything', write: 'answer', admin: 'see the queues' } as const;

export function may({ caller }: Visitor, scope: TokenScope): boolean {
  return caller.scopes.includes(scope);
}

/** Why the visitor may not do something, and who could. */
export function mayNotText(
  { server }: Pick<ApiSettings, 'server'>,
  { caller: { name, tenant } }: Visitor,
  scope: keyof typeof phrases,
): string {
  const holders = grantHolders(server, tenant, scope);
  return `You are signed in as ${name} and may not ${phrases[scope]} in ${tenant}. Who may: ${holders}.`;
}

/** The signature for answers of a visitor, with their further names and groups. */
export function signedBy({ by, identity }: Visitor): Pick<AnswerRequest, 'by' | 'person'> {
  if (identity === undefined) return { by };
  return { by, person: { names: [identity.name], groups: identity.groups } };
}
