import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { demo, newFolder, newProject, parley, readFiles, removeFolders } from './parley.ts';
import { memoryChange, put, writeLog } from './records.ts';

afterEach(removeFolders);

interface Inputs {
  readonly dir?: string;
  readonly state?: string;
  readonly events?: string;
  readonly config?: string;
}

function flags(inputs: Inputs = {}): readonly string[] {
  return [
    '--dir',
    inputs.dir ?? '.',
    '--state',
    inputs.state ?? join(demo, 'terraform.tfstate'),
    '--events',
    inputs.events ?? join(demo, 'events'),
    '--config',
    inputs.config ?? join(demo, 'parley.yaml'),
  ];
}

function wholeLog(): Buffer {
  const name = readdirSync(join(demo, 'events'), { recursive: true, encoding: 'utf8' })
    .sort()
    .find((file) => file.endsWith('.gz'));
  return readFileSync(join(demo, 'events', name ?? ''));
}

const binary = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

type Case = readonly [
  name: string,
  /** Writes the bad input into the project or the other folder; returns the flags. */
  prepare: (project: string, other: string) => readonly string[],
  /** The place that the error names, and its message. */
  place: string,
  says: RegExp,
];

const logs: readonly Case[] = [
  [
    'a truncated gzip',
    (_, o) => flags({ events: put(o, 'log.json.gz', wholeLog().subarray(0, 600)) }),
    'log.json.gz',
    /gzip file is cut off/,
  ],
  [
    'a truncated gzip among good files',
    (_, o) => {
      put(o, 'b.json.gz', wholeLog().subarray(0, 600));
      put(o, 'a.json.gz', wholeLog());
      return flags({ events: o });
    },
    'b.json.gz',
    /gzip file is cut off/,
  ],
  [
    'a damaged gzip',
    (_, o) => flags({ events: put(o, 'log.json.gz', wholeLog().fill(0x55, 200, 400)) }),
    'log.json.gz',
    /gzip file is damaged/,
  ],
  [
    'JSON that ends early',
    (_, o) => flags({ events: put(o, 'log.json', '{"Records":[{"eventVersion":"1.1') }),
    'log.json',
    /ends in the middle/,
  ],
  ['a binary file', (_, o) => flags({ events: put(o, 'log.json', binary) }), 'log.json', /binary/],
  [
    'a file that is packed twice',
    (_, o) => flags({ events: put(o, 'log.json.gz', gzipSync(wholeLog())) }),
    'log.json.gz',
    /gzip twice/,
  ],
  ['an empty file', (_, o) => flags({ events: put(o, 'log.json', '') }), 'log.json', /is empty/],
  [
    'an empty folder',
    (_, o) => {
      mkdirSync(join(o, 'logs'));
      return flags({ events: join(o, 'logs') });
    },
    'logs',
    /folder has no files/,
  ],
  [
    'a missing path',
    (_, o) => flags({ events: join(o, 'nowhere') }),
    'nowhere',
    /no such file or folder/,
  ],
  [
    'an unreadable file',
    (_, o) => {
      // Root ignores permissions, but a link to itself stops anybody.
      symlinkSync(join(o, 'log.json'), join(o, 'log.json'));
      return flags({ events: join(o, 'log.json') });
    },
    'log.json',
    /loop of links/,
  ],
  [
    'a region that AWS does not have',
    (_, o) => {
      const change = memoryChange('e1', 512);
      return flags({ events: writeLog(o, [{ ...change, awsRegion: 'mars-north-1' }]) });
    },
    'log.json, record 1',
    /no region mars-north-1/,
  ],
  [
    'a region that is none',
    (_, o) => {
      const change = memoryChange('e1', 512);
      return flags({ events: writeLog(o, [{ ...change, awsRegion: 'US East' }]) });
    },
    'log.json, record 1',
    /impossible region: US East/,
  ],
];

const states: readonly Case[] = [
  [
    'a state of version 3',
    (_, o) => flags({ state: put(o, 'old.tfstate', '{"version":3,"modules":[]}') }),
    'old.tfstate',
    /version 3/,
  ],
  [
    'a state that is not JSON',
    (_, o) => flags({ state: put(o, 'x.tfstate', 'version = 4\n') }),
    'x.tfstate',
    /not valid JSON/,
  ],
  [
    'a state that ends early',
    (_, o) => flags({ state: put(o, 'x.tfstate', '{"version":4,"resour') }),
    'x.tfstate',
    /cut off/,
  ],
  ['a missing state', (_, o) => flags({ state: join(o, 'x.tfstate') }), 'x.tfstate', /no such/],
  ['a folder as state', (_, o) => flags({ state: o }), 'parley-cli-', /state is a folder/],
  [
    'an unreadable state',
    (_, o) => {
      symlinkSync(join(o, 'x.tfstate'), join(o, 'x.tfstate'));
      return flags({ state: join(o, 'x.tfstate') });
    },
    'x.tfstate',
    /cannot be read \(ELOOP\)/,
  ],
  [
    'a store of an unknown kind as state',
    () => flags({ state: 'consul://states/prod' }),
    '',
    /does not know the state location "consul:"/,
  ],
  [
    'no state at all',
    () => ['--events', join(demo, 'events'), '--config', join(demo, 'parley.yaml')],
    'parley-cli-',
    /No state was given/,
  ],
];

const projects: readonly Case[] = [
  [
    'a syntax error in a file that patches need',
    (p) => {
      put(
        p,
        'locals.tf',
        `${readFileSync(join(p, 'locals.tf'), 'utf8')}
locals {
  x = = 1
}
`,
      );
      return flags();
    },
    'locals.tf:24:7',
    /Expected a value here/,
  ],
  [
    'a syntax error in another file',
    (p) => {
      put(
        p,
        'broken.tf',
        `resource "aws_vpc" "x" {
  cidr_block =
`,
      );
      return flags();
    },
    'broken.tf:1:1',
    /never closed/,
  ],
  [
    'a syntax error in a variable file',
    (p) => {
      put(p, 'more.auto.tfvars', 'a = [1,\n');
      return flags();
    },
    'more.auto.tfvars:2:1',
    /./,
  ],
  [
    'a syntax error in a module',
    (p) => {
      put(
        p,
        'modules/service/more.tf',
        `locals {
  a = "x
}
`,
      );
      return flags();
    },
    'modules/service/more.tf:2:',
    /./,
  ],
  [
    'broken JSON configuration',
    (p) => {
      put(p, 'more.tf.json', '{"locals": ');
      return flags();
    },
    'more.tf.json',
    /not valid JSON/,
  ],
  ['a folder without code', (_, o) => flags({ dir: o }), 'parley-cli-', /has no Terraform files/],
  ['a missing folder', (_, o) => flags({ dir: join(o, 'no') }), '/no', /no such folder/],
  ['a file as folder', () => flags({ dir: 'locals.tf' }), 'locals.tf', /a file, not a folder/],
  [
    'a missing variable file',
    () => [...flags(), '--var-file', 'prod.tfvars'],
    'prod.tfvars',
    /no such variable file/,
  ],
];

const settings: readonly Case[] = [
  [
    'a value that is not possible',
    (_, o) => flags({ config: put(o, 'p.yaml', 'version: 1\nadopt: everything\n') }),
    'p.yaml:2:8',
    /adopt: Use one of none, related, all\./,
  ],
  [
    'YAML that does not parse',
    (_, o) => flags({ config: put(o, 'p.yaml', 'actors:\n  - id: "a\n') }),
    'p.yaml:3:1',
    /YAML does not parse/,
  ],
  [
    'settings that are missing',
    (_, o) => flags({ config: join(o, 'p.yaml') }),
    'p.yaml',
    /no such settings file/,
  ],
  [
    'settings that cannot be read',
    (p) => {
      mkdirSync(join(p, 'parley.yaml'));
      return ['--events', join(demo, 'events'), '--state', join(demo, 'terraform.tfstate')];
    },
    'parley.yaml',
    /cannot be read \(EISDIR\)/,
  ],
  [
    'a policy that does not exist',
    (_, o) => flags({ config: put(o, 'p.yaml', 'policy: mine.yaml\n') }),
    '',
    /no policy and no file called mine\.yaml/,
  ],
];

const usage: readonly Case[] = [
  [
    'an unknown policy',
    () => [...flags(), '--policy', 'yolo'],
    '',
    /no policy and no file called .*yolo/,
  ],
  ['an unknown flag', () => [...flags(), '--yolo'], '', /Unknown option '--yolo'/],
  ['an unknown flag alone', () => ['--yolo'], '', /Unknown option '--yolo'/],
  ['a choice that is none', () => [...flags(), '--adopt', 'some'], '', /none, related, all/],
  ['no logs', () => ['--state', join(demo, 'terraform.tfstate')], '', /No audit logs were given/],
  ['both ways to deliver', () => [...flags(), '--pr'], '', /cannot be used with option/],
  ['force without branches', () => [...flags(), '--force'], '', /needs --pr/],
  [
    'a report that cannot be written',
    () => [...flags(), '--report', join(demo, 'terraform.tfstate', 'report.json')],
    'report.json',
    /cannot be written/,
  ],
  [
    'a trace that cannot be written',
    (_, o) => [...flags(), '--trace', o],
    'parley-cli-',
    /cannot be written \(EISDIR\)/,
  ],
];

describe.each([
  ['logs', logs],
  ['state', states],
  ['project', projects],
  ['settings', settings],
  ['usage', usage],
])('bad %s', (_, cases) => {
  it.each(cases)('%s: one sentence with the place, exit 1, nothing written', async (...given) => {
    const [, prepare, place, says] = given;
    const project = newProject();
    const args = prepare(project, newFolder());
    const before = readFiles(project);
    const run = await parley(project, 'reconcile', '--write', ...args);
    const errors = run.err.split('\n').filter((line) => line.startsWith('parley: '));

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(place);
    expect(errors[0]).toMatch(says);
    expect(run.err).not.toMatch(/\n\s+at |unexpected error/);
    expect(readFiles(project)).toEqual(before);
  });
});

describe('a syntax error', () => {
  it('is shown with the surrounding lines', async () => {
    const project = newProject();
    put(project, 'more.tf', 'locals {\n\ta = 1\n\tb = = 2\n}\n');
    const run = await parley(project, 'scan', ...flags());

    expect(run.err).toContain(
      [
        'more.tf:3:6: Expected a value here.',
        ' Correct the syntax; Terraform cannot read the project either.\n',
        '  1 | locals {\n',
        '  2 |     a = 1\n',
        '> 3 |     b = = 2\n',
        '    |         ^\n',
        '  4 | }\n',
      ].join(''),
    );
  });

  it('in a variable file does not reveal values', async () => {
    const project = newProject();
    put(project, 'more.auto.tfvars', 'password = "hunter2"\na = = 1\n');
    const run = await parley(project, 'scan', ...flags());

    expect(run.err).toContain('more.auto.tfvars:2:5');
    expect(run.err).not.toContain('hunter2');
  });
});

describe('records', () => {
  it('are reported if they are bad, and the good ones are processed', async () => {
    const project = newProject();
    const records = [
      memoryChange('e1', 300),
      { ...memoryChange('e2', 400), eventName: 42 },
      { ...memoryChange('e3', 500), awsRegion: 'mars-north-1' },
      memoryChange('e4', 512, { eventTime: '2026-03-14T03:05:00Z' }),
      'no record',
    ];
    const events = writeLog(newFolder(), records);
    const run = await parley(project, 'reconcile', '--write', '--json', ...flags({ events }));
    const report = JSON.parse(run.out);

    expect(run.code).toBe(0);
    expect(
      report.unresolved.map((each: { code: string; place: { record: number } }) => [
        each.code,
        each.place.record,
      ]),
    ).toEqual([
      ['record-operation', 1],
      ['record-not-an-object', 4],
      ['unknown-region', 2],
    ]);
    expect(report.inputs.events).toMatchObject({ read: 5, kept: 3, dropped: { invalid: 2 } });
  });

  it('are read from a folder that also has files of other kinds', async () => {
    const project = newProject();
    const folder = newFolder();
    writeLog(folder, [memoryChange('e1', 512)]);
    put(folder, 'README.txt', 'Logs of March.\n');
    const run = await parley(project, 'scan', '--json', ...flags({ events: folder }));

    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).drifts).toHaveLength(1);
  });
});

describe('a project', () => {
  it('may contain broken files that belong to none of its modules', async () => {
    const project = newProject();
    put(project, 'examples/old/main.tf', 'resource {{{');
    const run = await parley(project, 'scan', '--json', ...flags());

    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).unresolved).toEqual([]);
  });
});
