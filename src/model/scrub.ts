/** What stands in place of a secret. */
export const scrubbed = '[secret]';

/** Texts that are credentials wherever they stand. */
const credentials: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}\b/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|sk-|npm_|hvs\.)[\w-]{10,}/g,
  /\bAIza[\w-]{30,}/g,
];

/** `password=...`, `"token": "..."`, `Authorization: Bearer ...`: the name stays, the value goes. */
const named =
  /((?:pass(?:word|wd|phrase)?|secret|token|credential|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authorization)[\w-]*["']?\s*[:=]\s*(?:bearer\s+|basic\s+)?["']?)([^\s"',;&]{3,})/gi;

const userInUrl = /(\b[a-z][a-z0-9+.-]*:\/\/)([^\s/@:]*):([^\s/@]+)@/gi;

/**
 * The text without the credentials in it. It knows the forms that credentials are commonly written
 * in; a secret that looks like any other word has to be kept out by whoever knows that it is one.
 */
export function scrubText(text: string): string {
  const without = credentials.reduce((left, form) => left.replace(form, scrubbed), text);
  return without.replace(userInUrl, `$1${scrubbed}@`).replace(named, `$1${scrubbed}`);
}

const secretWords = new Set([
  'auth',
  'authorization',
  'credential',
  'credentials',
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

/** True for a member whose name says that its value is a secret: `MasterUserPassword`, `api_key`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (words.some((word) => secretWords.has(word))) return true;
  return /(?:api|private|secret) ?key|apikey/.test(words.join(' '));
}
