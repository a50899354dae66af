import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialAt, credentialIn } from '../../../src/model/credential/find.ts';
import { credentialForms } from '../../../src/model/credential/forms.ts';
import type { Json } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { scrubText } from '../../../src/model/scrub.ts';
import { cases } from '../../cases.ts';
import { credentialSamples } from './samples.ts';

const samples = credentialSamples();

describe('texts that are credentials', () => {
  it.each(samples.map(({ kind, text, core }) => [kind, text, core] as const))(
    'are recognised as %s: %s',
    (kind, text, core) => {
      expect(credentialIn(text)).toBe(kind);
      expect(credentialIn(`before ${text} behind`)).toBe(kind);
      expect(credentialIn(`"${text}"`)).toBe(kind);
      // An AWS secret key is recognised only by its length, so it has to stand alone.
      if (kind === 'an AWS secret key') return;
      for (const before of ['note-', 'a_', 'https://example.com/', 'x=']) {
        expect(credentialIn(before + text)).toBeDefined();
      }
      expect(scrubText(`before ${text} behind`)).not.toContain(core);
    },
  );

  it('have a sample of nearly every form', () => {
    const known = new Set(samples.map(({ kind }) => kind));
    const others = credentialForms.map(({ kind }) => kind).filter((kind) => !known.has(kind));
    expect(others).toEqual(['a PagerDuty or Okta token', 'a Fly token']);
  });

  it('are found in documents, in base64 and in names of keys', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(3), ({ text }, way) => {
        const wrapped: Json = [
          { tags: { note: text } },
          [{ Statement: [{ Sid: 'A', Condition: { StringEquals: { x: [text] } } }] }],
          JSON.stringify([{ name: 'web', environment: [{ name: 'A', value: text }] }]),
          Buffer.from(`#!/bin/bash\n# ${text}\n`).toString('base64'),
        ][way] as Json;
        expect(credentialAt(['some_attribute'], wrapped)).toBeDefined();
      }),
      { numRuns: cases(1000, 300) },
    );
    expect(credentialAt(['tags'], { [samples[0]?.text ?? '']: 'x' })).toBe('an AWS access key');
    expect(
      credentialAt(['ingress', { element: { description: samples[0]?.text ?? '' } }], true),
    ).toBe('an AWS access key');
  });
});

const named: readonly (readonly [AttributePath, Json])[] = [
  [['environment', 0, 'variables', 'API_KEY'], 'hello-there'],
  [['environment', 0, 'variables'], { MODE: 'fast', DB_PASSWORD: 'hunter2' }],
  [['tags', 'admin-password'], 'hunter2'],
  [['app_settings', 'ClientSecret'], 'hunter2'],
  [['metadata', 'oauth_token_2'], 'abc def'],
  [['container_definitions'], '[{"environment":[{"name":"SESSION_SECRET","value":"hunter2"}]}]'],
  [['spec', 'containers', 0, 'env', { element: { name: 'DB_PASSWORD' } }, 'value'], 'hunter2'],
  [['user_data'], 'export API_TOKEN=hunter2\n'],
  [['description'], 'key rotation: password=hunter2'],
];

describe('values that are named like secrets', () => {
  it.each(named)('are recognised at %j: %j', (path, value) => {
    expect(credentialAt(path, value)).toMatch(/its name calls secret|a password or key/);
  });
});

const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Values that look like a credential, or have a name like one, but are none. */
const harmless: readonly (readonly [AttributePath, Json])[] = [
  [['id'], uuid],
  [['id'], 'sg-0a1b2c3d4e5f60718'],
  [['arn'], 'arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf'],
  [['kms_key_id'], 'mrk-1234abcd12ab34cd56ef1234567890ab'],
  [['source_code_hash'], 'RDmW6nQzGZ3rN3b1bWlCq0yqkC5n2pYQm1xRj2Uu0hE='],
  [['checksum'], sha256],
  [['image'], `123456789012.dkr.ecr.eu-central-1.amazonaws.com/web@sha256:${sha256}`],
  [['commit'], 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  [['etag'], 'd41d8cd98f00b204e9800998ecf8427e'],
  [['unique_id'], 'AROAIOSFODNN7EXAMPLE1'],
  [['zone_id'], 'Z2FDTNDATAQYW2'],
  [['canonical_user_id'], '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be'],
  [
    ['certificate'],
    `-----BEGIN CERTIFICATE-----\n${'MIIDXTCCAkWgAwIBAgIJAKoK'.repeat(20)}\n-----END CERTIFICATE-----`,
  ],
  [
    ['ca_data'],
    Buffer.from('-----BEGIN CERTIFICATE-----\nMIIDXTCCAkWgAwIBAgIJAKoK\n').toString('base64'),
  ],
  [['public_key'], `ssh-rsa ${'AAAAB3NzaC1yc2EAAAADAQABAAABAQ'.repeat(9)} alice@example.com`],
  [
    ['public_key'],
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZI\n-----END PUBLIC KEY-----',
  ],
  [
    ['policy'],
    '{"Statement":[{"Action":["secretsmanager:GetSecretValue","sts:GetSessionToken"],"Resource":"*"}]}',
  ],
  [
    ['policy'],
    '{"Condition":{"StringEquals":{"token.actions.githubusercontent.com:aud":"sts.amazonaws.com"}}}',
  ],
  [['policy'], '{"Condition":{"StringLike":{"aws:userid":"AROAIOSFODNN7EXAMPLE1:*"}}}'],
  [['description'], 'Reset password: see the wiki'],
  [['description'], 'Rotates the secret, token and key of the shop every 30 days'],
  [['tags', 'auth-team'], 'platform'],
  [['tags', 'SecretName'], 'prod/db'],
  [['tags', 'Key'], 'value'],
  [['tags', 'git_commit'], 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  [['environment', 0, 'variables', 'SECRET_ARN'], 'arn:aws:secretsmanager:us-east-1:1:secret:a'],
  [['environment', 0, 'variables', 'DB_PASSWORD'], '{{resolve:secretsmanager:db:SecretString:pw}}'],
  [['environment', 0, 'variables', 'DB_PASSWORD'], '/prod/db/password'],
  [['environment', 0, 'variables', 'TOKEN_TTL'], '3600'],
  [['environment', 0, 'variables', 'TOKEN_URL'], 'https://auth.example.com/oauth/token'],
  [['environment', 0, 'variables', 'REQUIRE_PASSWORD'], 'true'],
  [['environment', 0, 'variables', 'PASSWORD_POLICY'], 'strict-and-long-1'],
  [['environment', 0, 'variables', 'PRIMARY_KEY'], 'customer_id'],
  [['environment', 0, 'variables', 'S3_KEY'], 'lambda/function-1.zip'],
  [
    ['app_settings', 'DbPassword'],
    '@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/x)',
  ],
  [
    ['environment_variable', 0],
    { name: 'TOKEN', value: 'shop-token:key', type: 'SECRETS_MANAGER' },
  ],
  [
    ['container_definitions'],
    '[{"secrets":[{"name":"DB_PASSWORD","valueFrom":"arn:aws:ssm:::parameter/x"}]}]',
  ],
  [['secrets', 0], { name: 'DB_PASSWORD', valueFrom: 'arn:aws:ssm:us-east-1:1:parameter/x' }],
  [['authorization'], 'AWS_IAM'],
  [['attribute', { element: { name: 'token' } }, 'type'], 'S'],
  [['hash_key'], 'customerId'],
  [['authentication_flows', 0], 'ALLOW_USER_PASSWORD_AUTH'],
  [
    ['user_data'],
    '#!/bin/bash\nyum -y install httpd\nTOKEN=$(curl -X PUT http://169.254.169.254/latest/api/token)\n',
  ],
  [['user_data'], 'password=${var.password}\n'],
  [
    ['user_data'],
    Buffer.from('#!/bin/bash\necho hello from the shop, all is well\n').toString('base64'),
  ],
  [['url'], 'https://example.com/a:b@c'],
  [['url'], 'https://user@git.example.com/a.git'],
  [['path'], 'a/Very/Long/Path/Of/Names/In/CamelCase1'],
  [['name'], 'AbcDefGhiJklMnoPqrStuVwxYzAbcDefGhiJklMn'],
  [['name'], 'task-sk-database-primary-of-the-shop-in-europe'],
];

describe('values that are no credentials', () => {
  it.each(harmless)('are accepted at %j: %j', (path, value) => {
    expect(credentialAt(path, value)).toBeUndefined();
  });

  it('include ids, digests and names of any length', () => {
    const text = (alphabet: string) =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 80 });
    const ids = fc.oneof(
      text('0123456789abcdef'),
      text('0123456789'),
      text('abcdefghijklmnopqrstuvwxyz-'),
      fc.uuid(),
      text('ABCDEFGHIJKLMNOPQRSTUVWXYZ_').filter((one) => !/A[KS]IA/.test(one)),
    );
    fc.assert(
      fc.property(ids, (id) => credentialAt(['name'], id) === undefined),
      { numRuns: cases(5000, 300) },
    );
  });
});

describe('the search for credentials', () => {
  const long = 200_000;
  it.each([
    'a',
    'a.',
    'password',
    'token=',
    'eyJ',
    'eyJaaaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    'x:',
    '://',
    'a://b:',
    'AKIA',
    '?sig=',
    'secret_',
    'ghp_',
    '"',
    '{"a":',
    '[',
    '$2b$12$',
    'Bearer ',
    'hooks.slack.com/services/',
    '/',
    '=',
  ])('takes linear time for a repetition of %j', (unit) => {
    const text = unit.repeat(long / unit.length);
    const begin = performance.now();
    credentialAt(['user_data'], text);
    scrubText(text);
    // Linear time takes milliseconds, anything worse minutes.
    expect(performance.now() - begin).toBeLessThan(60_000);
  });
});
