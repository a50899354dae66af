import { describe, expect, it } from 'vitest';
import { backendBlock } from '../../../../src/code/terraform/config/backend-block.ts';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';

function read(files: Readonly<Record<string, string>>) {
  return backendBlock(loadConfiguration(new Map(Object.entries(files))).configuration);
}

describe('the backend block', () => {
  it('has its literal values and nested blocks', () => {
    const text = `terraform {
  required_version = ">= 1.5"
  backend "s3" {
    bucket  = "shop"
    key     = "net/prod.tfstate"
    encrypt = true
    region  = var.region
    assume_role = {
      role_arn = "arn:aws:iam::123456789012:role/r"
    }
  }
}
`;

    expect(read({ 'main.tf': 'locals {}\n', 'versions.tf': text })).toEqual({
      type: 's3',
      attributes: {
        bucket: 'shop',
        key: 'net/prod.tfstate',
        encrypt: true,
        assume_role: { role_arn: 'arn:aws:iam::123456789012:role/r' },
      },
      place: { file: 'versions.tf', line: 3, column: 3 },
    });
  });

  it('may be a cloud block', () => {
    const text = `terraform {
  cloud {
    organization = "acme"
    workspaces { name = "shop" }
  }
}
`;

    expect(read({ 'main.tf': text })).toMatchObject({
      type: 'cloud',
      attributes: { organization: 'acme', workspaces: { name: 'shop' } },
    });
  });

  it('may be overridden', () => {
    const files = {
      'a_override.tf': `terraform {
  backend "local" {}
}
`,
      'main.tf': `terraform {
  backend "gcs" {
    bucket = "b"
  }
}
`,
    };

    expect(read(files)).toMatchObject({ type: 'local', attributes: {} });
  });

  it('may be JSON', () => {
    const json = { terraform: { backend: { gcs: { bucket: 'b', prefix: 'p' } } } };

    expect(read({ 'main.tf.json': JSON.stringify(json) })).toMatchObject({
      type: 'gcs',
      attributes: { bucket: 'b', prefix: 'p' },
    });
  });

  it('may be missing', () => {
    expect(
      read({
        'main.tf': `terraform {
  required_version = "1"
}
`,
      }),
    ).toBeUndefined();
  });
});
