import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../../src/entry/web/report/page.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { hostileReport } from '../../adapters/notify/arbitraries.ts';
import { cases } from '../../cases.ts';
import { demoFlags, newFolder, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const hostile = '<img src=x onerror=alert(1)>"><script>alert(2)</script>\u202e';

describe('parley report --html', () => {
  it('writes the last run as one page that loads nothing, readable only by its owner', async () => {
    const project = newProject();
    const folder = newFolder();
    const [report, page, own] = ['report.json', 'page.html', 'own.html'].map((name) =>
      join(folder, name),
    );
    const scan = await parley(
      project,
      'scan',
      ...demoFlags,
      '--report',
      report ?? '',
      '--html',
      own ?? '',
    );
    expect(scan.code).toBe(0);
    const done = await parley(project, 'report', '--report', report ?? '', '--html', page ?? '');
    expect(done.code).toBe(0);

    for (const file of [page ?? '', own ?? '']) {
      const text = readFileSync(file, 'utf8');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      for (const said of [
        'Raised memory of function checkout',
        'Cost Saver',
        'locals.tf',
        'evaluate',
      ])
        expect(text).toContain(said);
      expect(text).not.toMatch(/<script|<link|<iframe|<img| on\w+=|href="(?!#)|src=|url\(/);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, to] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to);
    }
    // A report does not contain the project's files, so only the run itself can show the diff.
    expect(readFileSync(own ?? '', 'utf8')).toContain('One entry a function');
  });

  it('shows hostile names as text', async () => {
    const project = newProject();
    const file = join(newFolder(), 'report.json');
    await parley(project, 'scan', ...demoFlags, '--report', file);
    const report = ReportV1.parse(JSON.parse(readFileSync(file, 'utf8')));
    const named = {
      ...report,
      intents: report.intents.map((intent) => ({
        ...intent,
        actor: { ...intent.actor, name: hostile.repeat(100) },
      })),
    };
    const page = await reportPage(named);

    expect(page).not.toMatch(/<img|<script/);
    expect(page).not.toContain('\u202e');
  });

  it('shows any content of a log as text', async () => {
    const own = new Set(
      (
        'html head meta title style body main article section h1 h2 h3 p ul ol li a span strong code ' +
        'br table thead tbody tr th td details summary div svg g path rect line text circle pre'
      ).split(' '),
    );
    // Control characters, lone surrogates, and bidirectional controls.
    const hidden = /(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
    await fc.assert(
      fc.asyncProperty(hostileReport, async (report) => {
        const page = await reportPage(report);
        const [, body = ''] = page.split('</style>');
        const tags = [...body.matchAll(/<\/?([^\s>/]*)/g)].map(([, name = '']) => name);

        expect(tags.filter((name) => !own.has(name))).toEqual([]);
        expect(body).not.toMatch(/<[^>]*\s(?:on\w+|src)=|href="(?!#)/);
        expect(hidden.exec(body)?.[0].codePointAt(0)).toBeUndefined();
      }),
      { numRuns: cases(300, 40) },
    );
  });

  it('names the file that it cannot write', async () => {
    const project = newProject();
    const file = join(newFolder(), 'report.json');
    await parley(project, 'scan', ...demoFlags, '--report', file);
    const done = await parley(project, 'report', '--report', file, '--html', 'nowhere/page.html');

    expect([done.code, done.err]).toEqual([1, expect.stringContaining('nowhere/page.html')]);
  });
});
