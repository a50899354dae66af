import type { Cloud } from '../../model/event.ts';

/**
 * True for the name of a principal in a form that its cloud assigns. Signatures compare parts of
 * names, so a name that only contains the form of another one must match none of them: a role's
 * session cannot be called `mallory:role/scanner`, an address has one `@`, an account of Kubernetes
 * no space after it.
 */
export function isWellFormed(principal: string, cloud: Cloud): boolean {
  if (/^arn:/i.test(principal)) return isArn(principal);
  switch (cloud) {
    case 'aws':
      return !principal.includes(':');
    case 'gcp':
      return isGoogleName(principal);
    case 'kubernetes':
      return isKubernetesName(principal);
    case 'azure':
      return principal === principal.trim();
  }
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-arns */
const identityArn =
  /^arn:aws(?:-[a-z]+)*:(?:iam|sts)::\d{12}:(?:root|(?:role|user|assumed-role|federated-user|oidc-provider|saml-provider)(?:\/[\w+=,.@-]+)+)$/;
/** People in a directory. */
const personArn =
  /^arn:aws(?:-[a-z]+)*:(?:identitystore|sso|signin):[a-z0-9-]*:(?:\d{12})?:[\w+=,.@/-]+$/;

function isArn(text: string): boolean {
  return /^arn:[^:]*:(?:iam|sts):/.test(text) ? identityArn.test(text) : personArn.test(text);
}

/** An address, or an identity of a pool (https://cloud.google.com/iam/docs/principal-identifiers). */
function isGoogleName(text: string): boolean {
  if (text !== text.trim()) return false;
  if (/^principal(?:Set)?:\/\//.test(text)) return !/@[^/]*\.gserviceaccount\.com$/.test(text);
  return /^[^@\s:/]+@[^@\s:/]+$/.test(text) || !/[@\s]/.test(text);
}

/** Names are compared unchanged; those of service accounts have four parts. */
function isKubernetesName(text: string): boolean {
  if (text !== text.trim() || text === '') return false;
  if (!/^system:serviceaccount(?::|$)/i.test(text)) return true;
  return /^system:serviceaccount:[a-z0-9-]{1,63}:[a-z0-9.-]{1,253}$/.test(text);
}
