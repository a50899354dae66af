import { describe, expect, it } from 'vitest';
import { hcpToken } from '../../../src/adapters/state-source/hcp-token.ts';

describe('the token of a host', () => {
  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['app.terraform.io', { TF_TOKEN_app_terraform_io: 'a' }, 'a'],
    ['app.terraform.io', { TFE_TOKEN: 'b' }, 'b'],
    ['app.terraform.io', { TFE_TOKEN: 'b', TF_TOKEN_app_terraform_io: 'a' }, 'a'],
    ['app.terraform.io', { TFE_TOKEN: 'b', TF_TOKEN_app_terraform_io: '' }, 'b'],
    ['my-tfe.example.com', { TF_TOKEN_my__tfe_example_com: 'a' }, 'a'],
    ['my-tfe.example.com', { 'TF_TOKEN_my-tfe_example_com': 'a' }, 'a'],
    ['tfe.example.com', { TFE_TOKEN: 'b', TFE_HOSTNAME: 'TFE.example.com' }, 'b'],
    ['tfe.example.com', { TFE_TOKEN: 'b', TFE_ADDRESS: 'https://tfe.example.com/' }, 'b'],
    ['evil.example.com', { TFE_TOKEN: 'b' }, undefined],
    ['evil.example.com', { TFE_TOKEN: 'b', TFE_HOSTNAME: 'tfe.example.com' }, undefined],
    ['app.terraform.io', { TFE_TOKEN: 'b', TFE_HOSTNAME: 'tfe.example.com' }, undefined],
    ['app.terraform.io:8443', { TF_TOKEN_app_terraform_io: 'a' }, undefined],
    ['app.terraform.io', {}, undefined],
  ])('%s with %j', (host, env, token) => {
    expect(hcpToken(host, env)).toBe(token);
  });
});
