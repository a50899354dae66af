import { describe, expect, it } from 'vitest';
import {
  checkWebhookTarget,
  type Resolve,
  type TargetRules,
} from '../../../../src/adapters/notify/webhook/target.ts';
import { fail, ok } from '../../../../src/model/result.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'hooks.example': ['93.184.215.14', '2606:4700:4700::1111'],
  'inside.example': ['10.1.2.3'],
  localhost: ['127.0.0.1', '::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'rebound.example': ['93.184.215.14', '169.254.169.254'],
  'half.example': ['127.0.0.1', '93.184.215.14'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'empty.example': [],
};

const resolve: Resolve = async (host) => {
  const found = Object.hasOwn(names, host) ? names[host] : undefined;
  return found === undefined ? fail('ENOTFOUND') : ok(found);
};

describe('where a webhook may be sent', () => {
  it.each<[string, TargetRules, readonly string[]]>([
    ['https://hooks.example/x', {}, ['2606:4700:4700::1111', '93.184.215.14']],
    ['https://8.8.8.8:8443/', {}, ['8.8.8.8']],
    ['https://[2606:4700:4700::1111]/', {}, ['2606:4700:4700::1111']],
    ['https://inside.example/', { private: true }, ['10.1.2.3']],
    ['https://localhost/', { loopback: true }, ['127.0.0.1', '::1']],
    ['http://localhost:8080/', { loopback: true }, ['127.0.0.1', '::1']],
    ['http://[::1]/', { loopback: true }, ['::1']],
  ])('%s with %j', async (address, rules, addresses) => {
    expect(await checkWebhookTarget(address, rules, resolve)).toEqual({
      ok: true,
      value: { url: new URL(address), addresses },
    });
  });

  const everything = { loopback: true, private: true };

  it.each<[string, TargetRules, RegExp]>([
    ['http://hooks.example/', {}, /not encrypted/],
    ['http://hooks.example/', everything, /not encrypted/],
    ['http://inside.example/', everything, /not encrypted/],
    ['http://half.example/', everything, /not encrypted/],
    ['https://inside.example/', {}, /private network/],
    ['https://inside.example/', { loopback: true }, /private network/],
    ['https://localhost/', {}, /this machine/],
    ['https://localhost/', { private: true }, /this machine/],
    ['https://half.example/', {}, /this machine/],
    ['http://localhost/', {}, /this machine/],
    ['https://metadata.google.internal/', everything, /metadata service/],
    ['https://rebound.example/', everything, /metadata service/],
    ['https://mapped.example/', everything, /reserved/],
    ['https://169.254.169.254/latest/meta-data/', everything, /metadata service/],
    ['https://2852039166/', everything, /metadata service/],
    ['https://0xa9.0xfe.0xa9.0xfe/', everything, /metadata service/],
    ['https://0251.0376.0251.0376/', everything, /metadata service/],
    ['https://[::ffff:169.254.169.254]/', everything, /reserved/],
    ['https://0/', everything, /reserved/],
    ['https://127.1/', {}, /this machine/],
    ['https://169.254.10.10/', everything, /link-local/],
    ['https://user:pass@hooks.example/', {}, /credentials/],
    ['ftp://hooks.example/', {}, /does not use https/],
    ['file:///etc/passwd', everything, /does not use https/],
    ['gopher://localhost/', everything, /does not use https/],
    ['hooks.example', {}, /no valid address/],
    ['', {}, /no valid address/],
    ['https://unknown.example/', {}, /cannot be resolved/],
    ['https://empty.example/', {}, /cannot be resolved/],
  ])('but not %s with %j', async (address, rules, message) => {
    expect(await checkWebhookTarget(address, rules, resolve)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message), hint: expect.any(String) },
    });
  });
});
