import { describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import { made } from './github.ts';
import { openScene } from './scene.ts';

describe.skipIf(!hasBrowser())('parley github-app create, in a browser', () => {
  it('takes two clicks', async () => {
    const scene = await openScene();
    const done = scene.create();
    const browser = await startBrowser();
    const click = (selector: string) =>
      eventually(async () => {
        const clicked = `document.querySelector('${selector}')?.click() === undefined`;
        expect(await browser.look(`document.querySelector('${selector}') !== null`)).toBe(true);
        expect(await browser.look(clicked)).toBe(true);
      });
    try {
      await browser.open(await scene.page());
      await click('button');
      await click('#confirm');
      expect(await done).toBe(0);
      await eventually(async () => {
        expect(await browser.look('document.body.innerText')).toContain(
          `The secrets of ${made.slug}`,
        );
      });
    } finally {
      await browser.close();
    }
    expect(scene.text('github-app/private-key.pem')).toBe(made.pem);
    await scene.close();
  });
});
