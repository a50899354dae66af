import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demo, demoFlags, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

interface Leave {
  readonly by?: string;
  readonly cidr?: string;
  readonly until?: string;
  readonly who?: string;
}

/** Settings of the demo without its own approval. */
const [plain = ''] = readFileSync(join(demo, 'parley.yaml'), 'utf8').split('# Who may let');

/** Settings of the demo with an approval of the port that maria opened at 02:14. */
function withLeave({ by = 'maria@example.com', cidr = '192.0.2.44/32', ...more }: Leave): string {
  const { until = '2026-03-14T04:00:00Z', who = 'sam@example.com' } = more;
  return `${plain}
approvers:
  - { who: sam@example.com, role: owner, up_to: 5 }
  - { who: lee@example.com, role: lead, up_to: 2 }
declarations:
  - by: ${by}
    at: module.web
    field: ingress
    want: { contains: [{ from_port: 8443, to_port: 8443, protocol: tcp, cidr_blocks: [${cidr}] }] }
    because: Support needs the admin port
    from: 2026-03-14T02:00:00Z
    until: ${until}
    ticket: CHG-311
    approved_by: ${who}
`;
}

async function scan(leave?: Leave) {
  const folder = newProject();
  const settings = join(folder, 'settings.yaml');
  writeFileSync(settings, leave ? withLeave(leave) : plain);
  const flags = [...demoFlags, '--config', settings];
  const run = await parley(folder, 'scan', '--json', '--report', 'r.json', ...flags);
  expect(run).toMatchObject({ code: 0 });
  const { decisions, drifts, intents, patches }: Report = JSON.parse(run.out);
  const opened = drifts.find(({ address }) => address === 'module.web.aws_security_group.this');
  const done = intents.find(
    ({ declared, drifts: own }) => declared !== true && own.includes(opened?.id ?? ''),
  );
  const decision = decisions.find(
    ({ drift, intent }) => drift === opened?.id && intent === done?.id,
  );
  const plainly = await parley(folder, 'scan', ...flags);
  const explained = await parley(folder, 'explain', done?.id ?? '', '--report', 'r.json');
  return {
    verdict: `${decision?.verdict.outcome} ${decision?.verdict.rule}`,
    because: decision?.verdict.because,
    patched: JSON.stringify(patches).includes('8443'),
    explained: explained.out.replaceAll(/\s+/g, ' '),
    reported: plainly.out.replaceAll(/\s+/g, ' '),
  };
}

describe('a weakening', () => {
  it('is refused if nobody approved it, and explain says so', async () => {
    const { verdict, patched, explained, reported } = await scan();

    expect(verdict).toBe('reject severe-exposure');
    expect(patched).toBe(false);
    expect(explained).toContain('nobody approved it');
    expect(reported).toContain(
      'Refused: Port 8443 is now open to 192.0.2.44/32 (security, severity 3)',
    );
  });

  it('is written if parley.yaml has the approval, and explain names it', async () => {
    const { verdict, because, patched, explained } = await scan({});

    expect(verdict).toBe('accept approved');
    expect(because).toContain('sam@example.com (owner) approved it in CHG-311');
    expect(patched).toBe(true);
    expect(explained).toContain('sam@example.com (owner) approved it in CHG-311');
  });

  it.each([
    [{ by: 'ben' }, 'CHG-311 of sam@example.com (owner) does not cover it: it is not for maria'],
    [{ cidr: '192.0.2.45/32' }, 'does not cover it: it lets another value be'],
    [{ until: '2026-03-14T02:10:00Z' }, 'does not cover it: it ended at 2026-03-14T02:10:00.000Z'],
    [
      { who: 'lee@example.com' },
      'lee@example.com (lead) may approve harm up to severity 2, and this is 3',
    ],
    [{ by: '"*"', who: 'Maria@example.com' }, 'maria@example.com approved it for themselves'],
  ])(
    'stays refused if the approval does not cover it (%j), and explain says why',
    async (leave, gap) => {
      const { verdict, patched, explained } = await scan(leave);

      expect(verdict).toBe('reject severe-exposure');
      expect(patched).toBe(false);
      expect(explained).toContain(gap);
    },
  );
});
