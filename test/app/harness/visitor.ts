import { secrets, type World } from './world.ts';

/** A browser session, as far as the server can tell. */
export interface TestVisitor {
  page(path: string): Promise<string>;
  /** Listens from now on, as an open page does, and resolves when something has changed. */
  changes(): Promise<void>;
}

export async function signIn({ url }: Pick<World, 'url'>): Promise<TestVisitor> {
  const entered = await fetch(`${url}/ui/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token: secrets.API_TOKEN }),
    redirect: 'manual',
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const open = (path: string, signal?: AbortSignal) =>
    fetch(`${url}${path}`, { headers: { cookie }, ...(signal === undefined ? {} : { signal }) });
  return {
    page: async (path) => (await open(path)).text(),
    async changes() {
      const page = await (await open('/ui')).text();
      const version = /data-version="(\d+)"/.exec(page)?.[1] ?? '';
      const ending = new AbortController();
      const { body } = await open(`/ui/live?since=${version}`, ending.signal);
      let received = '';
      for await (const part of body ?? []) {
        received += Buffer.from(part).toString();
        if (received.includes('event: change')) break;
      }
      ending.abort();
      if (!received.includes('event: change')) throw new Error(`The stream ended: ${received}`);
    },
  };
}
