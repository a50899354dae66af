import { resolve } from 'node:path';
import { builtInSignatures } from '../actor/signatures.ts';
import { awsEntries } from '../catalog/aws/all.ts';
import { azureEntries } from '../catalog/azure/all.ts';
import { awsBreadth } from '../catalog/breadth/beyond.ts';
import { gcpEntries } from '../catalog/gcp/all.ts';
import { createCatalog } from '../catalog/registry.ts';
import { loadSchema } from '../catalog/schema/load.ts';
import { arbitrationContext } from '../config/context.ts';
import { milliseconds } from '../config/duration.ts';
import { withIncidentFile } from '../config/incidents.ts';
import { readConfig } from '../config/read.ts';
import type { ConfigFile } from '../config/schema.ts';
import { createGitBlame } from '../forge/blame.ts';
import type { Result } from '../model/result.ts';
import { ok } from '../model/result.ts';
import type { RunInput } from '../pipeline/run-types.ts';
import { backendBlock } from '../terraform/config/backend-block.ts';
import { loadConfiguration } from '../terraform/config/load.ts';
import { hasCode, readProject } from '../terraform/project/read.ts';
import { addVariableFiles } from '../terraform/project/variable-files.ts';
import { parseState } from '../terraform/state/parse.ts';
import { createAdvisor } from './advisor.ts';
import { auditInput } from './audit-input.ts';
import { definedOnly } from './environment.ts';
import type { Io } from './io.ts';
import { knowledgeInput, operationsIssue } from './knowledge.ts';
import { manifestSources } from './manifests.ts';
import type { RunOptions } from './options.ts';
import { isReported } from './outputs.ts';
import { outsideJudge } from './outside.ts';
import { choosePolicyFile, policyNamed } from './policy.ts';
import { readBackInput } from './read-back.ts';
import { readRemembered } from './remembered.ts';
import { createSecondOpinion } from './second-opinion.ts';
import { readStateText } from './state.ts';
import { version } from './version.ts';

/** The input of a run, and the text of the state that it came from. */
export interface Composed {
  readonly input: RunInput;
  readonly stateText: string;
  /** How Terraform is run. */
  readonly terraform: ConfigFile['terraform'];
  /** For people: where the records come from. */
  readonly eventsTitle: string;
}

/** The composition root: turns flags, files and the environment into the input of a run. */
export async function composeRun(io: Io, options: RunOptions): Promise<Result<Composed>> {
  const events = await auditInput(io, options);
  if (!events.ok) return events;
  const root = resolve(io.cwd, options.dir);
  const settings = options.config && resolve(io.cwd, options.config);
  const own = await readConfig(root, settings, operationsIssue);
  if (!own.ok) return own;
  const config = await withIncidentFile(root, own.value);
  if (!config.ok) return config;
  const policy = await choosePolicyFile(root, policyNamed(io, options, config.value.policy));
  if (!policy.ok) return policy;
  const manifests = manifestSources(io, options, config.value);
  if (!manifests.ok) return manifests;
  const isPlain = manifests.value.length === 0;
  const read = await readProject(root, isPlain);
  if (!read.ok) return read;
  const named = options.varFile ?? config.value.var_files;
  const project = await addVariableFiles(root, read.value, named);
  if (!project.ok) return project;
  const workspace = options.workspace ?? config.value.workspace ?? 'default';
  const flag = options.state === undefined ? undefined : { cwd: io.cwd, location: options.state };
  const stateText = await readStateText(root, flag, config.value.state, {
    isNeeded: isPlain || hasCode(read.value),
    outside: {
      io,
      workspace,
      backend: () => backendBlock(loadConfiguration(project.value.tree).configuration.root),
    },
  });
  if (!stateText.ok) return stateText;
  const state = parseState(stateText.value.text, stateText.value.file);
  if (!state.ok) return state;
  const advisor = await createAdvisor(io, root, config.value, {
    ...(options.llm === undefined ? {} : { llm: options.llm }),
    tried: options.verify === 'plan',
  });
  if (!advisor.ok) return advisor;
  const remembered = await readRemembered(io, options.dir, config.value);
  if (!remembered.ok) return remembered;
  const { declared, learned, seen } = remembered.value;
  const input: RunInput = {
    version: version(),
    startedAt: io.now(),
    items: events.value.items,
    tree: project.value.tree,
    loadOptions: {
      varFiles: project.value.varFiles,
      env: definedOnly(io.env),
      workspace,
    },
    state: state.value,
    schema: loadSchema(),
    catalog: createCatalog([...awsEntries, ...azureEntries, ...gcpEntries], awsBreadth()),
    signatures: [...policy.value.actors, ...config.value.actors, ...builtInSignatures],
    adopt: options.adopt ?? config.value.adopt,
    manifests: manifests.value,
    policy: policy.value.policy,
    blame: createGitBlame(root, definedOnly(io.env)),
    declarations: declared.map(({ declaration }) => declaration),
    ...(learned === undefined ? {} : { learned }),
    context: (tagsOf) => arbitrationContext(config.value, io.now(), { root, workspace }, tagsOf),
    patches: options.write ? 'stacked' : 'apart',
    secondOpinion: createSecondOpinion(),
    // Trying further places takes time, which is wasted where nobody can read of them.
    alternatives: (await isReported(io, options)) ? 3 : 0,
    ...(advisor.value === undefined ? {} : { advisor: advisor.value }),
    ...outsideJudge(io, root, config.value),
    ...knowledgeInput(io, options.dir, config.value),
    ...readBackInput(io, options, {
      root,
      settings: config.value,
      varFiles: project.value.varFiles,
      state: stateText.value.text,
      workspace,
    }),
    pending: {
      windowMs: milliseconds(config.value.pending_window),
      ...(seen === undefined ? {} : { seen }),
    },
    elapsed: io.elapsed,
  };
  return ok({
    input,
    stateText: stateText.value.text,
    terraform: config.value.terraform,
    eventsTitle: events.value.title,
  });
}
