/** A kind of credential that is recognized by its form. */
export interface CredentialForm {
  /** The kind, as the rest of a sentence: `a GitHub token`. */
  readonly kind: string;
  /**
   * A regular expression without flags. Every repetition is bounded, so that matching has a bounded
   * cost.
   */
  readonly form: string;
}

/** The limits of a token: no character next to it may belong to a longer word or number. */
const start = '(?<![A-Za-z0-9])';
const end = '(?![A-Za-z0-9])';

function token(kind: string, form: string): CredentialForm {
  return { kind, form: `${start}(?:${form})${end}` };
}

/**
 * Forms as documented by their issuers and used by the scanners gitleaks and trufflehog. Ids that
 * name a credential without being one (AROA..., AC..., thumbprints) are left out.
 */
export const credentialForms: readonly CredentialForm[] = [
  {
    kind: 'a private key',
    form: '-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\\s\\S]{0,20000}?-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\\s\\S]{0,20000})',
  },
  token('an age key', 'AGE-SECRET-KEY-1[0-9A-Z]{50,64}'),
  token('an AWS access key', '(?:AKIA|ASIA)[A-Z0-9]{16}'),
  token('an AWS session token', '(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[\\w+/]{80,3000}={0,2}'),
  token('an Amazon Bedrock key', 'ABSK[\\w+/]{60,200}={0,2}'),
  {
    kind: 'a JSON web token',
    form: '(?<![A-Za-z0-9])eyJ[\\w-]{8,8000}\\.[\\w-]{4,8000}(?:\\.[\\w-]{0,8000}){0,3}',
  },
  token('a GitHub token', 'gh[pousr]_\\w{16,255}|github_pat_\\w{20,255}'),
  token(
    'a GitLab token',
    '(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct)-|GR1348941)[\\w-]{16,300}',
  ),
  token('a Slack token', 'xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,300}|xapp-\\d-[\\w-]{10,300}'),
  {
    kind: 'a Slack webhook',
    form: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/]{20,200}',
  },
  {
    kind: 'a Discord webhook',
    form: 'discord(?:app)?\\.com/api/webhooks/\\d{15,25}/[\\w-]{30,100}',
  },
  {
    kind: 'a Teams webhook',
    form: '\\.webhook\\.office\\.com/webhookb2/[\\w@-]{30,100}(?:/\\w{3,40}/[\\w/-]{30,200})?',
  },
  token('a Discord token', '[MNO][\\w-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}'),
  token('a Telegram token', '\\d{8,10}:AA[\\w-]{33}'),
  token('a Stripe key', '(?:sk|rk)_(?:live|test)_\\w{10,250}|whsec_[\\w+/]{24,100}={0,2}'),
  token('an npm token', 'npm_[A-Za-z0-9]{30,40}'),
  token('a PyPI token', 'pypi-AgE[\\w-]{50,300}'),
  token('a RubyGems token', 'rubygems_[0-9a-f]{48}'),
  token('a Docker Hub token', 'dckr_(?:pat|oat)_[\\w-]{20,60}'),
  token('a Google API key', 'AIza[\\w-]{30,40}'),
  token('a Google client secret', 'GOCSPX-[\\w-]{20,40}'),
  token('a Google token', 'ya29\\.[\\w-]{20,500}|1//0[\\w-]{30,200}'),
  {
    kind: 'an Azure client secret',
    form: '[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}(?![\\w~.-])',
  },
  {
    kind: 'an Azure key',
    form: '(?:AccountKey|SharedAccessKey|SharedSecret)=[\\w+/]{20,100}={0,2}',
  },
  { kind: 'an Azure signature', form: '[?&]sig=[\\w%+/-]{20,200}={0,2}' },
  {
    kind: 'a signed URL',
    form: '[?&](?:X-Amz-Signature=[0-9a-f]{64}|X-Goog-Signature=[0-9a-f]{64,1024}|X-Amz-Security-Token=[\\w%+/]{20,3000})',
  },
  token('an Azure DevOps token', '\\w{76}AZDO\\w{4}'),
  token('a HashiCorp Vault token', 'hv[bsr]\\.[\\w-]{20,300}'),
  token('a HCP Terraform token', '\\w{14}\\.atlasv1\\.[\\w-]{40,100}'),
  token('a Pulumi token', 'pul-[0-9a-f]{40}'),
  token('a DigitalOcean token', 'do[opr]_v1_[0-9a-f]{64}'),
  token('a Heroku token', 'HRKU-[\\w-]{36,80}'),
  token('a Databricks token', 'dapi[0-9a-f]{32}(?:-\\d)?'),
  token('a PlanetScale token', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{30,64}'),
  token('a Supabase token', 'sb[ps]_[0-9a-f]{40}|sb_secret_[\\w-]{20,60}'),
  token('an OpenAI key', 'sk-(?:proj|svcacct|admin)-[\\w-]{20,300}|sk-[A-Za-z0-9]{20,60}'),
  token('an Anthropic key', 'sk-ant-[\\w-]{20,200}'),
  token('a Hugging Face token', 'hf_[A-Za-z0-9]{30,40}'),
  token('a Twilio key', 'SK[0-9a-f]{32}'),
  token('a SendGrid key', 'SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}'),
  token('a Mailgun key', 'key-[0-9a-f]{32}'),
  token('a Mailchimp key', '[0-9a-f]{32}-us\\d{1,2}'),
  token('a Shopify token', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  token('a Square token', 'sq0(?:atp|csp|idp)-[\\w-]{22,43}|EAAA[\\w-]{60}'),
  token('a New Relic key', 'NR(?:AK|II|JS|RA)-[\\w-]{19,40}'),
  token('a Grafana token', 'gl(?:sa|c)_[\\w+/]{30,400}={0,2}'),
  token('a Sentry token', 'sntry[su]_[\\w+/=-]{40,400}'),
  token('a PagerDuty or Okta token', 'u\\+[\\w-]{18}|SSWS 00[\\w-]{40}'),
  token('a Dynatrace token', 'dt0[cs]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('an Atlassian token', 'AT(?:ATT|CTT|BB)[\\w-]{20,300}(?:=[0-9A-F]{8})?'),
  token('a Linear token', 'lin_(?:api|oauth)_\\w{32,64}'),
  token('a Notion token', '(?:secret_|ntn_)[A-Za-z0-9]{43,50}'),
  token('a Postman key', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  token('a Doppler token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{20,80}'),
  token('an Airtable token', 'pat\\w{14}\\.[0-9a-f]{64}'),
  token('a Netlify token', 'nfp_\\w{36,60}'),
  token('a Fly token', 'FlyV1 fm\\d[\\w+/=,-]{50,1000}'),
  {
    kind: 'a password hash',
    form: '\\$(?:2[aby]\\$\\d\\d|[156y]|argon2id?)\\$[\\w./$,=+-]{20,200}',
  },
  {
    kind: 'a header with a credential',
    form: '\\b[Bb](?:earer|asic) {1,4}(?=[A-Za-z.~+/_-]{0,200}\\d)[\\w.~+/-]{16,4000}={0,2}',
  },
  {
    kind: 'a URL with a password',
    form: '(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\\s/@:"\'<>]{0,200}:[^\\s/@"\'<>${}]{1,200}@(?=[\\w[])',
  },
];
