import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import { isJsonObject, jsonAt } from '../../../../src/model/json.ts';
import { make, show } from '../config/make.ts';
import { configuration, documents, generatedDocuments } from './documents.ts';

const plugins = process.env['PARLEY_TF_PLUGINS'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('terraform');

const preamble = `terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

provider "aws" {
  region                      = "us-east-1"
  access_key                  = "x"
  secret_key                  = "x"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_region_validation      = true
  skip_requesting_account_id  = true
}
`;

function outputs(names: readonly string[]): string {
  const value = (name: string): string =>
    `[for k in ["json", "minified_json", "id"] : data.aws_iam_policy_document.${name}[k]]`;
  return names
    .map(
      (name) => `output "${name}" {
  value = ${value(name)}
}
`,
    )
    .join('');
}

/** The provider's values for outputs over the data sources of a configuration. */
function askProvider(text: string, mirror: string): Json {
  const dir = mkdtempSync(join(tmpdir(), 'parley-policy-'));
  try {
    writeFileSync(join(dir, 'main.tf'), preamble + text);
    const mirrored = `filesystem_mirror {
 path = ${JSON.stringify(mirror)}
 }`;
    writeFileSync(join(dir, 'terraform.rc'), `provider_installation {\n ${mirrored}\n}\n`);
    const env = {
      PATH: process.env['PATH'],
      HOME: dir,
      TF_CLI_CONFIG_FILE: join(dir, 'terraform.rc'),
      CHECKPOINT_DISABLE: '1',
    };
    const terraform = (...args: string[]): string =>
      execFileSync('terraform', args, { cwd: dir, env, encoding: 'utf8', maxBuffer: 1e8 });
    terraform('init', '-input=false', '-no-color');
    terraform('plan', '-input=false', '-no-color', '-out=plan');
    return JSON.parse(terraform('show', '-json', 'plan'));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe.skipIf(!required && (plugins === undefined || !existsSync(plugins)))(
  'the provider',
  () => {
    it('makes the same documents', () => {
      const all = { ...documents, ...generatedDocuments(60) };
      const names = Object.keys(all);
      const text = configuration(all) + outputs(names);
      const plan = askProvider(text, plugins ?? '');
      const { evaluation } = make(text);
      const root = evaluation.configuration.root;
      const [instance] = evaluation.moduleInstances(root);
      if (instance === undefined) throw new Error('no root module');

      const ours = names.map((name) => {
        const source = root.outputs.get(name)?.value;
        if (source === undefined) return [name, null];
        const scope = { file: source.file, instance, bindings: new Map() };
        return [name, show(evaluation.evaluate(source.expr, scope)) ?? null];
      });

      const theirs = jsonAt(plan, 'planned_values', 'outputs');
      const values = isJsonObject(theirs) ? theirs : {};
      expect(Object.fromEntries(ours)).toEqual(
        Object.fromEntries(names.map((name) => [name, jsonAt(values, name, 'value')])),
      );
      expect(names.length).toBeGreaterThanOrEqual(80);
    });
  },
);
