import { credentialForms } from './credential/forms.ts';
import { withoutSecretKeys } from './credential/forty.ts';

/** What stands in place of a secret. */
export const scrubbed = '[secret]';

/** Texts that are credentials wherever they stand; the host of a URL with a password stays. */
const credentials = new RegExp(
  credentialForms
    .filter(({ kind }) => kind !== 'a URL with a password')
    .map(({ form }) => `(?:${form})`)
    .join('|'),
  'g',
);

/** `password=...`, `"token": "..."`, `Authorization: Bearer ...`: the name stays, the value goes. */
const named =
  /((?:pass(?:word|wd|phrase)?|secret(?!smanager:)|token|credential|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authorization)[\w-]{0,60}["']?\s{0,9}[:=]\s{0,9}(?:bearer\s{1,9}|basic\s{1,9})?["']?)([^\s"',;&]{3,})/gi;

const userInUrl = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/@:]{0,200}):([^\s/@]{1,400})@/gi;

/**
 * The text without the credentials in it. It knows the forms that credentials are commonly written
 * in; a secret that looks like any other word has to be kept out by whoever knows that it is one.
 */
export function scrubText(text: string): string {
  return withoutSecretKeys(text.replace(credentials, scrubbed), scrubbed)
    .replace(userInUrl, `$1${scrubbed}@`)
    .replace(named, `$1${scrubbed}`);
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
