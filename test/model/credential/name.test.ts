import { describe, expect, it } from 'vitest';
import { mentionsSecret, namesCredential } from '../../../src/model/credential/name.ts';

describe('the name of a value', () => {
  it.each([
    ['DB_PASSWORD', true, true],
    ['masterUserPassword', true, true],
    ['MasterDBPassword', true, true],
    ['api-key', true, true],
    ['client_secret_value', true, true],
    ['authorization', false, true],
    ['password_policy', false, true],
    ['SECRET_ARN', false, true],
    ['token_ttl', false, true],
    ['next_token', false, true],
    ['partition_key', false, false],
    ['author', false, false],
    ['instance_type', false, false],
  ])('%s: names a secret %s, mentions one %s', (name, names, mentions) => {
    expect([namesCredential(name), mentionsSecret(name)]).toEqual([names, mentions]);
  });
});
