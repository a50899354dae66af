import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const);

/** Code with which a module calls out. */
const calling =
  /import(?! type)[^;]*\brequest\b[^;]*from 'node:https?'|[^.\w]fetch\(|from 'undici'|import\('(?:undici|openai|openid-client|@aws-sdk\/client-[\w-]+|@azure\/arm-[\w-]+|@google-cloud\/[\w-]+)'\)|import \{[^}]*\} from '(?:openai|@aws-sdk\/client-[\w-]+|@azure\/arm-[\w-]+|@google-cloud\/[\w-]+)'/;

/** Code that checks an address as the connection is made, or is given a client that does. */
const guarded =
  /adapters\/net\/|\.\.\/net\/(?:address|agents|guarded-fetch)|clientOptions|\bcall: typeof fetch/;

/** Modules that call out other than through `adapters/net`, and why that is as good. */
const others: Readonly<Record<string, string>> = {
  'adapters/llm/openai.ts': 'is given its fetch by app/run/advisor.ts',
  'adapters/net/guarded-fetch.ts': 'is what looks',
  'adapters/notify/webhook/exchange.ts': 'connects to the addresses that were looked at, no names',
  'adapters/state-source/token.ts': 'signs in where the cloud signs in',
  'adapters/store/remote/client.ts': 'calls the service in the same folder, on this machine',
  'entry/service/serve-until-stopped.ts': 'is a server, whose fetch answers',
  'entry/web/live/script.ts': 'runs in a browser, which lets it call its own server alone',
};

const callers = files.filter(([, text]) =>
  calling.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
);

it('every module calls out only through code that checks the address', () => {
  const strays = callers
    .filter(([name, text]) => !guarded.test(text) && others[name] === undefined)
    .map(([name]) => name);

  expect(strays).toEqual([]);
  // The patterns find clients of clouds, of the runtime and of libraries.
  for (const name of ['collect/aws/bucket', 'collect/gcp/request', 'notify/slack/http']) {
    expect(callers.map(([path]) => path)).toContain(`adapters/${name}.ts`);
  }
});

it('has no exception for a module that does not exist', () => {
  const names = new Set(files.map(([name]) => name));
  expect(Object.keys(others).filter((name) => !names.has(name))).toEqual([]);
});
