import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { shownFile } from '../../../src/reconcile/shown/hide.ts';
import { credentialSamples } from '../../model/credential/samples.ts';

const names = { variables: new Set(['licence', 'salts']), schema: loadSchema() };
const secret = 'hunter2-planted';

function shown(path: string, after: string): string {
  return shownFile({ path, before: undefined, after }, names).after;
}

const hidden: readonly (readonly [string, string, string])[] = [
  [
    'the default of a sensitive variable',
    'variables.tf',
    `variable "licence" {
  sensitive = true
  default   = "${secret}"
}
`,
  ],
  [
    'a map of them',
    'variables.tf',
    `variable "salts" {
  default = { a = "${secret}", b = ["${secret}"] }
}
`,
  ],
  ['what is assigned to it', 'prod.tfvars', `replicas = 3\nlicence  = "${secret}"\n`],
  [
    'an argument of a module',
    'main.tf',
    `module "a" {
  source  = "./a"
  licence = "${secret}"
}
`,
  ],
  [
    'an attribute that the provider calls secret',
    'main.tf',
    `resource "aws_ssm_parameter" "a" {
  value = "${secret}"
}
`,
  ],
  [
    'a heredoc',
    'main.tf',
    `resource "aws_secretsmanager_secret_version" "a" {
  secret_string = <<-EOT
    a
    ${secret}
  EOT
}
`,
  ],
  [
    'a variable of a function',
    'main.tf',
    `resource "aws_lambda_function" "a" {
  environment {
    variables = { MODE = "x", API_KEY = "${secret}" }
  }
}
`,
  ],
  [
    'a variable of a build',
    'main.tf',
    `resource "aws_codebuild_project" "a" {
  environment {
    environment_variable {
      name  = "NPM_TOKEN"
      value = "${secret}"
    }
  }
}
`,
  ],
  [
    'a member of a list',
    'main.tf',
    `locals {
  env = [{ name = "DB_PASSWORD", value = "${secret}" }]
}
`,
  ],
  [
    'a local value',
    'main.tf',
    `locals {
  db_password = "a-${secret}-\${var.b}"
}
`,
  ],
  [
    'sensitive()',
    'main.tf',
    `locals {
  a = sensitive("${secret}")
}
`,
  ],
  [
    'the data of a secret',
    'a.yaml',
    `kind: Secret\ndata:\n  config: ${secret}\n  more: |\n    ${secret}\nmetadata:\n  name: a\n`,
  ],
  [
    'a variable of a container',
    'a.yaml',
    `env:\n  - name: DB_PASSWORD\n    value: ${secret}\n  - name: MODE\n    value: fast\n`,
  ],
  ['values of a release', 'values.yaml', `db:\n  password: "${secret}"\n`],
  ['variables in JSON', 'prod.tfvars.json', `{\n  "licence": "${secret}",\n  "b": 1\n}\n`],
];

describe('a file as it is shown', () => {
  it.each(hidden)('hides %s', (_, path, text) => {
    const hiddenText = shown(path, text);

    expect(hiddenText).not.toContain(secret);
    expect(hiddenText.split('\n')).toHaveLength(text.split('\n').length);
  });

  it.each(credentialSamples().map(({ kind, text }) => [kind, text] as const))(
    'hides %s in a literal beside the edit',
    (_, text) => {
      const literal = JSON.stringify(text);
      for (const [path, file] of [
        [
          'main.tf',
          `resource "aws_sqs_queue" "a" {
  name = "a"
  tags = { note = ${literal} }
}
`,
        ],
        ['a.yaml', `metadata:\n  annotations:\n    note: ${literal}\n`],
      ] as const) {
        const hiddenText = shown(path, file);
        expect(hiddenText).not.toContain(literal.slice(1, -1));
        expect(hiddenText.split('\n')).toHaveLength(file.split('\n').length);
      }
    },
  );

  it.each([
    [
      'main.tf',
      `resource "aws_sqs_queue" "a" {
  name = "secret-queue"
  tags = { team = "tokens" }
}
`,
    ],
    [
      'main.tf',
      `resource "aws_api_gateway_method" "a" {
  authorization = "NONE"
}
`,
    ],
    [
      'main.tf',
      `resource "aws_db_instance" "a" {
  password = var.password
  port = 5432
}
`,
    ],
    [
      'main.tf',
      `variable "password" {
  type = string
  description = "of the database"
}
`,
    ],
    ['a.yaml', 'kind: Deployment\nspec:\n  replicas: 3\n  secretName: tls\n'],
  ])('leaves %s as it is', (path, text) => {
    expect(shown(path, text)).toBe(text);
  });
});
