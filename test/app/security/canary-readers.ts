import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ask, connectHttp } from '../../entry/mcp/client.ts';
import { secrets, type World } from '../harness/world.ts';

/**
 * Every page of `/ui` that links lead to, with its status, as seen by somebody who is signed in.
 */
export async function readWebPages({ url }: World): Promise<ReadonlyMap<string, string>> {
  const origin = { origin: url };
  const signIn = await fetch(`${url}/ui/sign-in`, {
    ...{ method: 'POST', redirect: 'manual', headers: origin },
    body: new URLSearchParams({ token: secrets.API_TOKEN }),
  });
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const pages = new Map<string, string>();
  const open = ['/ui', '/ui/timeline?range=month'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path) || pages.size >= 60) continue;
    const answer = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
    const text = plain(await answer.text());
    pages.set(path, `${answer.status}\n${text}`);
    for (const [, link = ''] of text.matchAll(/href="(\/ui[^"#]*)/g)) open.push(link);
  }
  return pages;
}

/** Decodes entities, as a browser does. */
function plain(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" },
  };
  return html.replaceAll(/&([a-z]+|#39);/g, (whole, name) => entities[name] ?? whole);
}

/** Answers of the reading tools about a stack and everything in it. */
export async function readTools(
  { url }: World,
  stack: string,
  intents: readonly string[],
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const client = await connectHttp(url, secrets.API_TOKEN);
  const answers = new Map<string, string>();
  const read = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const { data, texts, problem } = await ask(client, name, { stack, ...args });
    answers.set(`${name} ${JSON.stringify(args)}`, `${problem}\n${texts.join('\n')}`);
    return data;
  };
  for (let cursor: unknown; ; ) {
    const { next } = await read('list_drift', cursor === undefined ? {} : { cursor });
    if (next === undefined) break;
    cursor = next;
  }
  for (const id of intents) await read('explain', { id });
  for (const address of addresses) await read('blame', { address });
  await client.close();
  return answers;
}

/** Text of a file: archives are unpacked, and the payloads of receipts are decoded. */
export function textOfFile(path: string): string {
  const bytes = readFileSync(path);
  if (path.endsWith('.gz')) return gunzipSync(bytes).toString('latin1');
  return signedToo(bytes.toString('latin1'));
}

/** A text, with the decoded payloads of the receipts in it. */
export function signedToo(text: string): string {
  const signed = [...text.matchAll(/"payload":"([\w+/=]+)"/g)].map(([, payload = '']) =>
    Buffer.from(payload, 'base64').toString('latin1'),
  );
  return [text, ...signed].join('\n');
}

export function filesBelow(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
