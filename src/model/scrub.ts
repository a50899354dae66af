import { credentialForms } from './credential/forms.ts';
import { withoutSecretKeys } from './credential/forty.ts';

/** The text that replaces a secret. */
export const scrubbed = '[secret]';

/**
 * Texts that are credentials in any context. URLs with a password are left out, so that their host
 * stays.
 */
const credentials = new RegExp(
  credentialForms
    .filter(({ kind }) => kind !== 'a URL with a password')
    .map(({ form }) => `(?:${form})`)
    .join('|'),
  'g',
);

/**
 * Matches `password=...`, `"token": "..."`, `Authorization: Bearer ...`. The name stays, the value
 * is replaced.
 */
const named =
  /((?:pass(?:word|wd|phrase)?|secret(?!smanager:)|token|credential|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authorization)[\w-]{0,60}["']?\s{0,9}[:=]\s{0,9}(?:bearer\s{1,9}|basic\s{1,9})?["']?)([^\s"',;&]{3,})/gi;

const userInUrl = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/@:]{0,200}):([^\s/@]{1,400})@/gi;

/**
 * The text without the credentials in it. Only common forms of credentials are recognized; a secret
 * that looks like an ordinary word must be removed by the caller who has it.
 */
export function scrubText(text: string): string {
  return withoutSecretKeys(text.replace(credentials, scrubbed), scrubbed)
    .replace(userInUrl, `$1${scrubbed}@`)
    .replace(named, `$1${scrubbed}`);
}
