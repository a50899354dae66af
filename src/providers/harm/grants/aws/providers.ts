import { own } from '../../../../model/json.ts';
import { type ConditionClause, isNegated } from '../document/condition.ts';

/**
 * Identity providers that issue tokens to anyone, with the claims that identify the holder of a
 * token.
 */
interface SharedProvider {
  readonly name: string;
  /** The claim's name after the host -> the beginning that a value needs to identify someone. */
  readonly claims: Readonly<Record<string, RegExp>>;
}

const something = /^[^*?]{3}/;
const shared: Readonly<Record<string, SharedProvider>> = {
  'token.actions.githubusercontent.com': {
    name: 'workflow on GitHub',
    claims: {
      sub: /^repo:[^*?/:]+\/|^repository_owner:[^*?/:]+(?::|$)|^[a-z_]+:[^*?/:]+\//,
      repository: /^[^*?/]+\//,
      repository_owner: /^[^*?]+$/,
      repository_id: /^\d+$/,
      repository_owner_id: /^\d+$/,
      job_workflow_ref: /^[^*?/]+\//,
      enterprise: /^[^*?]+$/,
    },
  },
  'gitlab.com': {
    name: 'pipeline on GitLab',
    claims: { sub: /^project_path:[^*?/]+\//, aud: /^(?!https:\/\/gitlab\.com$)[^*?]{3}/ },
  },
  'app.terraform.io': {
    name: 'workspace of HCP Terraform',
    claims: { sub: /^organization:[^*?:]+:/ },
  },
  'agent.buildkite.com': {
    name: 'pipeline on Buildkite',
    claims: { sub: /^organization:[^*?:]+:/ },
  },
  'accounts.google.com': {
    name: 'account at Google',
    claims: { aud: something, oaud: something, sub: something, email: something },
  },
  'cognito-identity.amazonaws.com': { name: 'identity of Cognito', claims: { aud: something } },
  'www.amazon.com': {
    name: 'account at Amazon',
    claims: { app_id: something, user_id: something },
  },
  'graph.facebook.com': {
    name: 'account at Facebook',
    claims: { app_id: something, id: something },
  },
};

/** The identities that a federated principal admits. */
export interface Federation {
  /** `workflow on GitHub`, or the host of a provider that serves a single organization. */
  readonly name: string;
  readonly isShared: boolean;
  /** True if conditions restrict whose tokens are accepted. */
  readonly isNarrow: boolean;
}

/** Reads `federated:arn:aws:iam::111122223333:oidc-provider/HOST` with the conditions on it. */
export function parseFederation(term: string, clauses: readonly ConditionClause[]): Federation {
  const host = term.replace(/^federated:/, '').replace(/^arn:[^/]*\//, '');
  const provider = own(shared, host);
  const required = clauses.filter((clause) => requiresMatch(clause));
  if (provider === undefined) {
    const named = required.some(
      ({ key, values }) =>
        /:(?:sub|sub_type|nameid|namequalifier)$/.test(key) &&
        values.every((one) => /[^*?]/.test(one)),
    );
    const saml = /saml-provider/.test(term);
    return { name: host, isShared: false, isNarrow: named || saml };
  }
  const isNarrow = required.some(({ key, values }) => {
    const claim = key.slice(key.lastIndexOf(':') + 1);
    const form = own(provider.claims, claim);
    return form !== undefined && values.length > 0 && values.every((one) => form.test(one));
  });
  return { name: provider.name, isShared: true, isNarrow };
}

function requiresMatch(clause: ConditionClause): boolean {
  return (
    !isNegated(clause) &&
    !clause.ifExists &&
    clause.quantifier !== 'all' &&
    clause.operator !== 'null'
  );
}
