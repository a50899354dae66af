import { z } from 'zod';
import { ActorSignatures } from '../evidence/actor/schema.ts';
import { KnowledgeEntry } from '../model/knowledge.ts';
import { Approvers } from './approvers.ts';
import { CommittedDeclaration } from './declarations.ts';
import { duration } from './duration.ts';
import { Channels, Slack } from './service/channels.ts';
import { ForgesSettings } from './service/forges.ts';
import { GitopsList } from './service/gitops.ts';
import { LimitSettings } from './service/limits.ts';
import { Retention, Server, ServerPlaces } from './service/server.ts';
import { Stacks } from './service/stacks.ts';
import { SourceList } from './sources.ts';

const Time = z.iso.datetime({ offset: true, message: 'Use a time like 2026-03-14T02:00:00Z' });

const Window = z.strictObject({
  from: Time,
  to: Time.optional(),
  environments: z.array(z.string()).optional(),
  addresses: z.array(z.string()).optional(),
});

export const Incident = Window.extend({ id: z.string().min(1) });
const Freeze = Window.extend({ reason: z.string().min(1).optional() });

const Environment = z
  .strictObject({
    name: z.string().min(1),
    /** A tag of the resource, and its values in this environment. */
    tag: z.string().min(1).optional(),
    values: z.array(z.string()).nonempty().optional(),
    /** Addresses, or beginnings of addresses. */
    addresses: z.array(z.string()).nonempty().optional(),
    workspace: z.string().optional(),
    /** Folders on the way to the root module: `envs/prod`. */
    path: z.string().min(1).optional(),
  })
  .refine(
    ({ tag, addresses, workspace, path }) =>
      [tag, addresses, workspace, path].some((each) => each !== undefined),
    {
      message: 'Say what belongs to the environment: tag and values, addresses, workspace, or path',
    },
  )
  .refine((each) => (each.tag === undefined) === (each.values === undefined), {
    message: 'tag and values go together',
  });

const Model = z
  .strictObject({
    /** Name of the model at the endpoint. */
    name: z.string().min(1),
    /** Any endpoint with the chat completions API. */
    base_url: z.url({ protocol: /^https?$/, message: 'Use a URL like https://host/v1' }).optional(),
    /** Environment variable that holds the key: keys must not be in a file. */
    api_key_env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Give the name of an environment variable')
      .default('OPENAI_API_KEY'),
    tasks: z.array(z.enum(['operations', 'sessions'])).default(['operations']),
    /** Seconds that one answer may take. */
    timeout: z.number().positive().max(600).default(20),
    retries: z.int().min(0).max(10).default(2),
    /** Tokens that one run may use. */
    budget: z.int().positive().default(50_000),
    /** Money that one run may cost, in the currency of the price. */
    budget_money: z.number().positive().optional(),
    /** Seconds that one run may wait for answers, in total. */
    budget_seconds: z.number().positive().max(3600).optional(),
    /** Price per million tokens. */
    price: z.strictObject({ prompt: z.number().min(0), completion: z.number().min(0) }).optional(),
  })
  .refine(({ budget_money, price }) => budget_money === undefined || price !== undefined, {
    message: 'budget_money needs the price of a million tokens',
  });

const Terraform = z.strictObject({
  /** The program to run; by default the one on the PATH, terraform before tofu. */
  binary: z.enum(['terraform', 'tofu']).optional(),
  /** Seconds that one call may take. */
  timeout: z.number().positive().max(3600).default(600),
  /** Resources that are requested at a time. */
  parallelism: z.int().min(1).max(100).optional(),
});

/** An external policy: a compiled module, a server, or files for the `opa` program. */
const Opa = z
  .strictObject({
    wasm: z.string().min(1).optional(),
    url: z
      .url({ protocol: /^https?$/, message: 'Use a URL like http://localhost:8181' })
      .optional(),
    data: z.string().min(1).optional(),
    /** Path of the rule that decides. */
    path: z
      .string()
      .regex(/^[A-Za-z_]\w*(?:\/[A-Za-z_]\w*)*$/, 'Use a path like parley/decision')
      .default('parley/decision'),
    /** Environment variable with the server's token. */
    token_env: z.string().min(1).optional(),
    /** Seconds. */
    timeout: z.number().positive().max(120).default(5),
  })
  .refine(
    ({ wasm, url, data }) => [wasm, url, data].filter((one) => one !== undefined).length === 1,
    {
      message: 'Give one of wasm, url and data',
    },
  );

/** A root module of the repository, with the inputs of one of its states. */
const Root = z.strictObject({
  /** Relative to the folder of these settings. */
  path: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[^/\\\0][^\\\0]*$/, 'Use a folder like envs/prod'),
  workspace: z.string().min(1).max(90).optional(),
  /** Relative to the root module. */
  var_files: z.array(z.string().min(1)).max(100).optional(),
});

/** Manifests of a cluster; paths are relative to the root module. */
const Manifests = z.strictObject({
  path: z.string().min(1),
  kind: z.enum(['manifests', 'kustomize', 'helm']).optional(),
  cluster: z.string().min(1).optional(),
  namespace: z.string().min(1).optional(),
  release: z.string().min(1).optional(),
  values: z.array(z.string().min(1)).optional(),
});

/** `parley.yaml`. Unknown keys are errors. */
export const ConfigFile = z.strictObject({
  version: z.literal(1, 'Use version 1').default(1),
  state: z.string().optional(),
  var_files: z.array(z.string()).default([]),
  workspace: z.string().optional(),
  /** Root modules that share code, if their inputs cannot be derived from the folders. */
  roots: z.array(Root).max(1000).default([]),
  policy: z.string().optional(),
  adopt: z.enum(['none', 'related', 'all']).default('related'),
  /** Manifests of clusters, in addition to Terraform's code or instead of it. */
  kubernetes: z.array(Manifests).max(100).default([]),
  actors: ActorSignatures.default([]),
  /** Principals (ARNs) of the pipelines that deploy this code. */
  deployers: z.array(z.string()).default([]),
  environments: z.array(Environment).default([]),
  incidents: z.array(Incident).default([]),
  /** Incidents in a file of their own, which another tool may write. */
  incidents_file: z.string().min(1).optional(),
  maintenance: z.array(Incident).default([]),
  freezes: z.array(Freeze).default([]),
  /** What people and machines want, declared in advance and reviewed. */
  declarations: z.array(CommittedDeclaration).max(1000).default([]),
  /** Who may approve what the policy otherwise refuses. */
  approvers: Approvers.default([]),
  /** Prices that users pay, in a file of their own, relative to the root module. */
  prices: z.string().min(1).optional(),
  /** Where `parley collect` gets audit records from. */
  sources: SourceList.default([]),
  /** How often `parley serve` collects from the sources. */
  collect_every: duration('10s', '1d').default('5m'),
  /** How often `parley serve` compares proposals with their forges, in addition to each scan. */
  look_every: duration('5s', '1d').default('1h'),
  /** What `parley serve` watches. */
  stacks: Stacks.default([]),
  /** Repositories with the code of declared resources. */
  gitops: GitopsList.default([]),
  forges: ForgesSettings.default([]),
  notifications: Channels.default([]),
  slack: z.array(Slack).max(100).default([]),
  server: Server.default(Server.parse({})),
  limits: LimitSettings.default(LimitSettings.parse({})),
  retention: Retention.default(Retention.parse({})),
  places: ServerPlaces.default({}),
  /** How long to wait for the event of a difference. */
  pending_window: duration('0m', '7d').default('30m'),
  /** How Terraform is run. */
  terraform: Terraform.default({ timeout: 600 }),
  model: Model.optional(),
  opa: Opa.optional(),
  /** What calls set that the catalog does not know, reviewed by people. */
  operations: z
    .array(KnowledgeEntry.extend({ origin: KnowledgeEntry.shape.origin.default('parley.yaml') }))
    .default([]),
});

export type ConfigFile = z.output<typeof ConfigFile>;

/** Settings of a user, for commands in every folder. */
export const OwnSettings = z.strictObject({
  version: z.literal(1, 'Use version 1').default(1),
  model: Model.optional(),
  opa: Opa.optional(),
});

export type OwnSettings = z.output<typeof OwnSettings>;
