import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changeRecord, stackFiles } from '../../app/harness/project.ts';
import { cases, timeFor } from '../../cases.ts';
import { mutated } from '../../mutated-json.ts';
import { newFolder, parley, readFiles, removeFolders } from './parley.ts';

afterAll(removeFolders);

const outside = newFolder();
const secret = 'only-outside-4c1f9b7e';
writeFileSync(
  join(outside, 'secret.tf'),
  `locals {
  own = "${secret}"
}
`,
);
const mark = join(outside, 'mark');
const planted = `#!/bin/sh\ntouch ${mark}\n`;

const inputs = newFolder();
const files = stackFiles('.', 'shop', 2);
const state = join(inputs, 'terraform.tfstate');
writeFileSync(state, files['./terraform.tfstate'] ?? '');
const events = join(inputs, 'events.json');
const time = Date.parse('2026-03-14T03:00:00Z');
const change = { id: 'e1', stack: 'shop', queue: 0, timeout: 45, time, user: 'maria' };
writeFileSync(events, JSON.stringify({ Records: [changeRecord(change)] }));

type Edit = (folder: string) => void;

/** Where a file can be created; undefined if something is in the way, such as a link loop. */
function freePath(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    return lstatSync(file, { throwIfNoEntry: false }) === undefined ? file : undefined;
  } catch {
    return undefined;
  }
}

const write =
  (path: string, content: string | Uint8Array): Edit =>
  (folder) => {
    const file = freePath(folder, path);
    if (file !== undefined) writeFileSync(file, content, { mode: 0o755 });
  };
const link =
  (path: string, target: string): Edit =>
  (folder) => {
    const file = freePath(folder, path);
    if (file !== undefined) symlinkSync(target, file);
  };

const words = [
  'resource "aws_sqs_queue" "q0" {\n',
  '}\n',
  '{',
  '<<EOT\n',
  '${',
  '%{ for x in y }',
  '"',
  '/*',
  '*/',
  'for_each = toset([for a in range(1024) : [for b in range(1024) : b]])\n',
  `locals {
  a = can(regex("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab"))
}
`,
  `locals {
  f = file("/etc/passwd")
  g = templatefile("x.tf", {})
}
`,
  `locals {
  f = file("${join(outside, 'secret.tf')}")
}
`,
  `module "m" {
  source = "../../.."
}
`,
  `module "n" {
  source = "git::ext::sh -c id"
}
`,
  `terraform {
  backend "http" {
    address = "http://169.254.169.254/"
  }
}
`,
  `data "external" "x" {
  program = ["touch", "mark"]
}
`,
  '\u202e',
  '\ufeff',
  '\u2029',
  '\0',
  '\ud7ff',
  '#'.repeat(3000),
  '(('.repeat(2000),
  'null',
];
const names = [
  'a.tf',
  'a.tf.json',
  'modules/m/main.tf',
  'terraform.tfvars',
  'k.yaml',
  'Chart.yaml',
  'templates/a.yaml',
  'kustomization.yaml',
  'parley.yml',
  '.terraform/modules/modules.json',
  'a\nb.tf',
  '-x.tf',
  '$(id).tf',
  '\u202etf.a',
];
const yaml = `a: &a [1]\nb: &b [${'*a,'.repeat(9)}*a]\nc: [${'*b,'.repeat(9)}*b]\n`;
const provider =
  'registry.terraform.io/hashicorp/aws/5.0.0/linux_amd64/terraform-provider-aws_v5.0.0';

/** Edits beside the code of the queues, which itself stays unchanged. */
const beside: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), {
        maxLength: 6,
      }),
    )
    .map(([name, parts]) => write(name, parts.join(''))),
  fc
    .tuple(fc.constantFrom(...names), fc.uint8Array({ maxLength: 300 }))
    .map(([name, bytes]) => write(name, bytes)),
  fc
    .tuple(
      fc.constantFrom(...names, 'modules', 'deep/er'),
      fc.constantFrom(
        join(outside, 'secret.tf'),
        outside,
        '.',
        '..',
        'nothing',
        '/dev/zero',
        '/proc/self/environ',
      ),
    )
    .map(([name, target]) => link(name, target)),
  fc.constantFrom(
    write('k.yaml', yaml),
    write(`terraform.d/plugins/${provider}`, planted),
    write(`.terraform/providers/${provider}`, planted),
    write(
      '.terraformrc',
      `provider_installation {
  dev_overrides {
    "hashicorp/aws" = "."
  }
}
`,
    ),
    write('.git/hooks/post-checkout', planted),
    write(
      '.git/config',
      `[core]
  fsmonitor = "touch ${mark}"
`,
    ),
  ),
  mutated({
    version: 1,
    actors: [{ id: 'a', class: 'human', principal: 'arn:aws:iam::*:user/*' }],
    model: { name: 'm', base_url: 'http://127.0.0.1:9/v1' },
    state: 'terraform.tfstate',
  }).map((settings) => write('parley.yaml', JSON.stringify(settings) ?? '')),
);

/** Edits of the code of the queues. */
const within: fc.Arbitrary<Edit> = fc
  .tuple(fc.nat(), fc.nat(40), fc.constantFrom(...words, ''))
  .map(
    ([at, length, word]): Edit =>
      (folder) => {
        const path = join(folder, 'main.tf');
        const text = readFileSync(path, 'utf8');
        const spot = at % text.length;
        writeFileSync(path, text.slice(0, spot) + word + text.slice(spot + length));
      },
  );

async function scan(edits: readonly Edit[]) {
  const folder = newFolder();
  write('main.tf', files['./main.tf'] ?? '')(folder);
  for (const edit of edits) edit(folder);
  const before = readFiles(folder);
  const run = await parley(folder, 'scan', '--json', '--state', state, '--events', events);
  expect(readFiles(folder)).toEqual(before);
  expect(existsSync(mark)).toBe(false);
  const said = run.out + run.err;
  expect(said).not.toContain(secret);
  expect(said).not.toMatch(/unexpected error|root:x:0/);
  expect([0, 1, 2, 3]).toContain(run.code);
  if (run.code === 1) expect(run.err).toMatch(/^parley: /m);
  return run;
}

const runs = cases(3000, 40);
/** One second per case is several times what a case takes. */
const limit = timeFor(runs, 1000);

describe('a repository with arbitrary content', () => {
  it(
    'never hides drift by anything beside the code',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(beside, { minLength: 1, maxLength: 4 }), async (edits) => {
          const run = await scan(edits);
          if (run.code === 1) return;
          const { drifts } = JSON.parse(run.out);
          expect(drifts.map(({ address }: { address: string }) => address)).toContain(
            'aws_sqs_queue.q0',
          );
        }),
        { numRuns: runs },
      );
    },
    limit.timeout,
  );

  it(
    'is read, or refused with an error message, however the code is changed',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(within, within, beside), { minLength: 1, maxLength: 5 }),
          async (edits) => void (await scan(edits)),
        ),
        { numRuns: runs },
      );
    },
    limit.timeout,
  );
});
