import type { Span } from '../../code/hcl/syntax/ast.ts';
import type { Configuration } from '../../code/terraform/config/configuration.ts';
import { credentialIn } from '../../model/credential/find.ts';
import { mayBeSecret, namesCredential } from '../../model/credential/name.ts';
import { scrubbed } from '../../model/scrub.ts';
import { type SecretNames, secretSpans } from './secret-spans.ts';

/** The names of all variables that a module of the configuration declares sensitive. */
export function sensitiveVariables({ modules }: Configuration): ReadonlySet<string> {
  const names = [...modules.values()].flatMap(({ variables }) =>
    [...variables.values()].filter(({ sensitive }) => sensitive).map(({ name }) => name),
  );
  return new Set(names);
}

/**
 * The text of a file with secrets hidden and the same number of lines, since a diff also shows
 * lines around the edit.
 */
function withoutSecrets(path: string, text: string, names: SecretNames): string {
  return /\.(?:tf|tofu|tfvars|hcl)$/.test(path)
    ? hideSpans(text, secretSpans(text, names))
    : hideLines(text, names);
}

/** Both versions of a changed file, for a diff. */
export function shownFile<T extends { path: string; before: string | undefined; after: string }>(
  file: T,
  names: SecretNames,
): T {
  const { path, before, after } = file;
  return {
    ...file,
    ...(before === undefined ? {} : { before: withoutSecrets(path, before, names) }),
    after: withoutSecrets(path, after, names),
  };
}

function hideSpans(text: string, spans: readonly Span[]): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at || start === end) continue;
    const lines = text.slice(start, end).split('\n');
    shown +=
      text.slice(at, start) +
      lines.map((line) => (line.trim() === '' ? line : scrubbed)).join('\n');
    at = end;
  }
  return shown + text.slice(at);
}

const assignment =
  /^(\s{0,200}(?:- )?["']?)([\w./-]{1,200})(["']?\s{0,20}[:=]\s{0,20})(\S.{0,100000})$/;

/**
 * Hides secrets in YAML and JSON line by line: everything indented below a secret's data, and
 * values whose names indicate a secret.
 */
function hideLines(text: string, { variables }: SecretNames): string {
  const isSecret = /^\s{0,20}["']?kind["']?\s{0,5}:\s{0,5}["']?Secret["']?,?\s{0,5}$/m.test(text);
  let dataAt = -1;
  let name = '';
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (dataAt >= 0 && indent >= 0 && indent <= dataAt) dataAt = -1;
      const [, lead = '', key = '', sign = '', value = ''] = assignment.exec(line) ?? [];
      if (dataAt >= 0 && indent > dataAt)
        return key === '' ? scrubbed : lead + key + sign + scrubbed;
      if (isSecret && /^\s*["']?(?:data|stringData)["']?\s*:/.test(line)) dataAt = indent;
      if (key === 'name') name = value.replace(/["',]+/g, '').trim();
      const called = key === 'value' ? name : key;
      const isNamed = variables.has(called) || namesCredential(called);
      if (key !== '' && isNamed && mayBeSecret(value.replace(/^["']/, ''))) {
        return lead + key + sign + scrubbed;
      }
      if (credentialIn(line) === undefined) return line;
      return key === '' ? scrubbed : lead + key + sign + scrubbed;
    })
    .join('\n');
}
