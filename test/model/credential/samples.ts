/** Pseudorandom text over an alphabet, determined by the seed. */
function run(alphabet: string, length: number, seed = 7): string {
  let at = seed;
  return Array.from({ length }, () => {
    at = (at * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor((at / 2147483648) * alphabet.length)] ?? '';
  }).join('');
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();
const word = lower + upper + digits;
const hex = `${digits}abcdef`;

/** A text with a credential. */
export interface Sample {
  readonly kind: string;
  readonly text: string;
  /** The part of the text that no output may contain. */
  readonly core: string;
}

function sample(kind: string, core: string, text = core): Sample {
  return { kind, text, core };
}

/**
 * Made-up credentials, at least one of nearly every kind. They are assembled at run time, so that
 * no file contains one.
 */
export function credentialSamples(): readonly Sample[] {
  const w = (length: number, seed = 7): string => run(word, length, seed);
  const h = (length: number, seed = 11): string => run(hex, length, seed);
  const b64 = `${run(`${word}+/`, 86)}==`;
  const pem = [
    '-----BEGIN RSA',
    `PRIVATE KEY-----\n${w(64)}\n${w(64, 9)}\n-----END RSA PRIVATE KEY-----`,
  ];
  const ssh = [
    '-----BEGIN OPENSSH',
    `PRIVATE KEY-----\n${w(70, 3)}\n-----END OPENSSH PRIVATE KEY-----`,
  ];
  return [
    sample('an AWS access key', `AKIA${run(upper, 16)}`),
    sample('an AWS access key', `ASIA${run(upper + digits, 16, 3)}`),
    sample('an AWS secret key', run(`${word}+/`, 40, 5)),
    sample('an AWS session token', `IQoJb3JpZ2lu${w(200)}`),
    sample('an Amazon Bedrock key', `ABSK${w(120)}`),
    sample('a private key', w(64), pem.join(' ')),
    sample('a private key', w(70, 3), ssh.join(' ')),
    sample('an age key', `AGE-SECRET-KEY-1${run(upper + digits, 58)}`),
    sample('a JSON web token', `eyJ${w(20)}.eyJ${w(40, 2)}.${w(43, 4)}`),
    ...['p', 'o', 'u', 's', 'r'].map((kind) => sample('a GitHub token', `gh${kind}_${w(36)}`)),
    sample('a GitHub token', `github_pat_${w(22)}_${w(59, 2)}`),
    sample('a GitLab token', `glpat-${w(20)}`),
    sample('a GitLab token', `glrt-${w(20)}`),
    sample('a Slack token', `xoxb-${run(digits, 12)}-${run(digits, 12, 2)}-${w(24)}`),
    sample('a Slack token', `xapp-1-A${w(10)}-${run(digits, 12)}-${h(64)}`),
    sample(
      'a Slack webhook',
      `T${w(8)}/B${w(10)}/${w(24)}`,
      `https://hooks.slack.com/services/T${w(8)}/B${w(10)}/${w(24)}`,
    ),
    sample(
      'a Discord webhook',
      w(68),
      `https://discord.com/api/webhooks/${run(digits, 18)}/${w(68)}`,
    ),
    sample(
      'a Teams webhook',
      h(32),
      `https://x.webhook.office.com/webhookb2/${h(36)}@${h(36, 2)}/IncomingWebhook/${h(32)}/${h(36, 5)}`,
    ),
    sample('a Discord token', `MT${w(22)}.${w(6)}.${w(38)}`),
    sample('a Telegram token', `${run(digits, 10)}:AA${w(33)}`),
    sample('a Stripe key', `sk_live_${w(24)}`),
    sample('a Stripe key', `rk_test_${w(24)}`),
    sample('a Stripe key', `whsec_${w(32)}`),
    sample('an npm token', `npm_${w(36)}`),
    sample('a PyPI token', `pypi-AgEIcHlwaS5vcmc${w(90)}`),
    sample('a RubyGems token', `rubygems_${h(48)}`),
    sample('a Docker Hub token', `dckr_pat_${w(27)}`),
    sample('a Google API key', `AIza${w(35)}`),
    sample('a Google client secret', `GOCSPX-${w(28)}`),
    sample('a Google token', `ya29.${w(80)}`),
    sample('an Azure client secret', `${w(3)}8Q~${w(34)}`),
    sample(
      'an Azure key',
      b64,
      `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${b64};EndpointSuffix=core.windows.net`,
    ),
    sample(
      'an Azure key',
      b64,
      `Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${b64}`,
    ),
    sample(
      'an Azure signature',
      w(43),
      `https://shop.blob.core.windows.net/c?sv=2022-11-02&sr=c&sig=${w(43)}%3D`,
    ),
    sample(
      'a signed URL',
      h(64),
      `https://b.s3.amazonaws.com/k?X-Amz-Credential=x&X-Amz-Signature=${h(64)}`,
    ),
    sample('an Azure DevOps token', `${w(76)}AZDO${w(4)}`),
    sample('a HashiCorp Vault token', `hvs.${w(90)}`),
    sample('a HCP Terraform token', `${w(14)}.atlasv1.${w(67)}`),
    sample('a Pulumi token', `pul-${h(40)}`),
    sample('a DigitalOcean token', `dop_v1_${h(64)}`),
    sample('a Heroku token', `HRKU-${w(60)}`),
    sample('a Databricks token', `dapi${h(32)}`),
    sample('a PlanetScale token', `pscale_tkn_${w(43)}`),
    sample('a Supabase token', `sbp_${h(40)}`),
    sample('an OpenAI key', `sk-proj-${w(48)}`),
    sample('an OpenAI key', `sk-${w(48)}`),
    sample('an Anthropic key', `sk-ant-api03-${w(93)}`),
    sample('a Hugging Face token', `hf_${w(34)}`),
    sample('a Twilio key', `SK${h(32)}`),
    sample('a SendGrid key', `SG.${w(22)}.${w(43)}`),
    sample('a Mailgun key', `key-${h(32)}`),
    sample('a Mailchimp key', `${h(32)}-us12`),
    sample('a Shopify token', `shpat_${h(32)}`),
    sample('a Square token', `sq0atp-${w(22)}`),
    sample('a New Relic key', `NRAK-${run(upper + digits, 27)}`),
    sample('a Grafana token', `glsa_${w(32)}_${h(8)}`),
    sample('a Sentry token', `sntrys_${w(100)}`),
    sample('a Dynatrace token', `dt0c01.${run(upper + digits, 24)}.${run(upper + digits, 64)}`),
    sample('an Atlassian token', `ATATT3${w(180)}`),
    sample('a Linear token', `lin_api_${w(40)}`),
    sample('a Notion token', `ntn_${w(46)}`),
    sample('a Postman key', `PMAK-${h(24)}-${h(34)}`),
    sample('a Doppler token', `dp.pt.${w(43)}`),
    sample('an Airtable token', `pat${w(14)}.${h(64)}`),
    sample('a Netlify token', `nfp_${w(40)}`),
    sample('a password hash', `$2b$12$${w(53)}`),
    sample('a header with a credential', w(40, 13), `Authorization: Bearer ${w(40, 13)}`),
    sample(
      'a URL with a password',
      w(16, 17),
      `postgres://app:${w(16, 17)}@db.example.com:5432/shop`,
    ),
    sample('a URL with a password', w(16, 19), `https://ci:${w(16, 19)}@git.example.com/shop.git`),
    sample(
      'a password or key',
      w(16, 23),
      `Server=db;Database=shop;User Id=app;Password=${w(16, 23)};`,
    ),
    sample('a password or key', w(18, 29), `#!/bin/sh\nexport DB_PASSWORD='${w(18, 29)}'\n`),
  ];
}
