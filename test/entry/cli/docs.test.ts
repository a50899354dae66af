import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { Report } from '../../../src/model/report.ts';
import { Ending, Reverted } from '../../../src/model/reverted.ts';
import type { Disposition } from '../../../src/model/trace.ts';
import { demoFlags, newProject, parley, removeFolders, root } from './parley.ts';
import { program } from './program.ts';

const page = readFileSync(join(root, 'docs', 'cli.md'), 'utf8');

/** The code words in the first cells of the tables under a heading. */
function named(heading: string): readonly string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  return rows.flatMap((cell) =>
    [...cell.matchAll(/`([^`\s]+)[^`]*`/g)].map(([, word = '']) => word),
  );
}

const { commands } = program;

function flagsOf(name: string): readonly string[] {
  const command = commands.find((each) => each.name() === name);
  return (command?.options ?? []).map(({ long }) => long ?? '').sort();
}

describe('docs/cli.md', () => {
  it.each([
    ['reconcile and scan', 'reconcile'],
    ['explain', 'explain'],
    ['blame', 'blame'],
  ])('lists the flags of %s', (heading, command) => {
    expect([...named(heading)].sort()).toEqual(flagsOf(command));
  });

  it('lists the fields of a report, and the outcomes', async () => {
    const outcomes: Readonly<Record<Outcome, true>> = {
      accept: true,
      reject: true,
      delegate: true,
      compromise: true,
      defer: true,
      escalate: true,
      noop: true,
      expired: true,
    };
    const run = await parley(newProject(), 'scan', '--json', ...demoFlags);
    removeFolders();
    const report: Report = JSON.parse(run.out);

    expect([...named('Report')].sort()).toEqual(
      [...Object.keys(report), ...Object.keys(outcomes)].sort(),
    );
  });

  it('describes the report of changes that did not last', () => {
    const fields = Object.keys(Reverted.shape);
    const section = page.split('\n## Temporary changes\n')[1]?.split('\n## ')[0] ?? '';

    expect(fields.filter((field) => !section.includes(`\`${field}\``))).toEqual([]);
    expect(Ending.options.filter((ending) => !section.includes(`| \`${ending}\` |`))).toEqual([]);
  });

  it('lists the dispositions of a trace', () => {
    const dispositions: Readonly<Record<Disposition, true>> = {
      drift: true,
      reverted: true,
      superseded: true,
      'in-code': true,
      unmanaged: true,
      iac: true,
      automation: true,
      failed: true,
      duplicate: true,
      redacted: true,
      'unknown-operation': true,
      'no-effect': true,
      ignored: true,
      closed: true,
      unresolved: true,
    };

    expect([...named('Trace')].sort()).toEqual(Object.keys(dispositions).sort());
  });

  it('lists the commands', () => {
    const names = [...page.matchAll(/^\| `parley ([\w-]+)/gm)].map(([, name]) => name);

    expect(names).toEqual(commands.map((command) => command.name()));
  });
});
