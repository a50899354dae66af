/** Words that end the name of a secret: `DB_PASSWORD`, `clientSecret`, `auth-token`. */
const secrets = new Set([
  'credential',
  'credentials',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwords',
  'pwd',
  'secret',
  'secrets',
  'token',
  'tokens',
]);

/** Words before `key` that make it a secret, unlike the key of a row or a bucket. */
const keys = new Set([
  'access',
  'account',
  'api',
  'app',
  'application',
  'auth',
  'client',
  'deploy',
  'encryption',
  'hmac',
  'instrumentation',
  'jwt',
  'license',
  'master',
  'private',
  'secret',
  'shared',
  'signing',
  'storage',
  'webhook',
]);

/** Words before `token` that make it an idempotency or pagination token. */
const markers = new Set([
  'block',
  'caller',
  'change',
  'client',
  'continuation',
  'creation',
  'idempotency',
  'next',
  'page',
  'pagination',
  'request',
  'update',
]);

/** Compounds written as one word, and abbreviations. */
const compounds = new Set([
  'accesskey',
  'apikey',
  'apitoken',
  'authkey',
  'authtoken',
  'clientsecret',
  'connectionstring',
  'dbpass',
  'dbpassword',
  'mypassword',
  'pgpassword',
  'privatekey',
  'secretkey',
  'signingkey',
]);

/**
 * Words after the name of a secret that do not change its meaning: `PASSWORD_2`, `token_value`,
 * `SECRET_BASE64`.
 */
const tails =
  /^(?:\d{1,4}|v\d|b64|backup|base64|base|current|data|hash|json|new|next|old|plain|plaintext|pem|previous|prev|prod|production|primary|raw|rotated|secondary|staging|dev|test|text|value)$/;

/**
 * True for a name whose value is a secret, not just information about one: `DB_PASSWORD` and
 * `api-key`, but not `password_policy`, `SECRET_ARN` or `token_ttl`.
 */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && tails.test(words.at(-1) ?? '')) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d+$/, '');
  const before = words.at(-2) ?? '';
  if (last === 'token' && markers.has(before)) return false;
  if (secrets.has(last) || compounds.has(last)) return true;
  if (last === 'key' || last === 'keys') return keys.has(before);
  if (last === 'string') return before === 'connection' || before === 'conn';
  if (last === 'pass') return words.length > 1;
  return false;
}

/**
 * True for a name that mentions a secret in any way: `MasterUserPassword`, `api_key`, and
 * `password_policy` and `token_ttl`, too. For places where a value is better hidden than shown.
 */
export function mentionsSecret(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => secrets.has(word) || sessions.has(word))) return true;
  return /(?:api|private|secret) ?key|apikey/.test(words.join(' '));
}

const sessions = new Set(['auth', 'authorization']);

/** Names are short; only the end of a longer one is examined. */
const longest = 200;

function wordsOf(name: string): string[] {
  return name
    .slice(-longest)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const plainValues =
  /^(?:true|false|yes|no|on|off|none|null|nil|default|enabled?|disabled?|required?|optional|auto|unset|empty|changeme|n\/?a|todo|tbd|\d{1,3})$/i;

/** Texts in place of a secret that refer to one, mask one, or are placeholders. */
const references = new RegExp(
  [
    '^(?:arn|aws|ssm|vault|file|alias|s3|gs|op)(?::|/)',
    '^https?://[^@]{0,2000}$',
    '^@Microsoft\\.KeyVault',
    '^projects/[^/]{1,100}/secrets/',
    '^(?:\\{\\{|%\\{|\\$[{(]|\\$[A-Za-z_])',
    '^<[^>]{0,100}>$',
    '^/[\\w./-]{1,500}$',
    '^(?:\\*{3}|\\[secret\\])',
    '^(?:value )?\\(?(?:sensitive|redacted|hidden)',
  ].join('|'),
  'i',
);

/** True for a text that may be a secret if its name indicates one. */
export function mayBeSecret(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 3 && !plainValues.test(trimmed) && !references.test(trimmed);
}
