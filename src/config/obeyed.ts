import type { YamlIssue } from '../text/yaml-issue.ts';
import type { ConfigFile } from './schema.ts';
import type { SourceSettings } from './sources.ts';

/**
 * Settings that send credentials, or values of the environment, to an address that the file
 * chooses. They are followed if somebody named the file, and not if it came with a folder: anyone
 * who can write to the folder could choose where a key goes. Finds the first of them that decisions
 * use, for the model and the external policy.
 */
export function unobeyedInDecisions({ model, opa }: ConfigFile): YamlIssue | undefined {
  return issueAt([...unobeyedOfModel(model), ...unobeyedOfOpa(opa)]);
}

/** The same for the settings that `parley collect` uses. */
export function unobeyedInSources({ sources }: ConfigFile): YamlIssue | undefined {
  return issueAt(unobeyedOfSources(sources));
}

function issueAt([path]: readonly Path[]): YamlIssue | undefined {
  if (path === undefined) return undefined;
  return {
    path,
    message: 'A file that comes with a folder may not choose where credentials go',
    hint: 'Name the file with --config to say that you trust it; a model or an OPA may also be set in your own ~/.config/parley/parley.yaml.',
  };
}

type Path = readonly PropertyKey[];

function unobeyedOfModel(model: ConfigFile['model']): readonly Path[] {
  if (model === undefined) return [];
  return [
    ...(model.base_url === undefined ? [] : [['model', 'base_url']]),
    ...(model.api_key_env === 'OPENAI_API_KEY' ? [] : [['model', 'api_key_env']]),
  ];
}

/** A compiled module only computes; the program evaluates policies that may call other hosts. */
function unobeyedOfOpa(opa: ConfigFile['opa']): readonly Path[] {
  if (opa === undefined) return [];
  const given = (['url', 'token_env', 'data'] as const).filter((key) => opa[key] !== undefined);
  return given.map((key) => ['opa', key]);
}

function unobeyedOfSources(sources: readonly SourceSettings[]): readonly Path[] {
  return sources.flatMap((source, index) =>
    Object.entries(source)
      .filter(([key, value]) => /^(?:\w+_)?endpoint$/.test(key) || isForeignQueue(key, value))
      .map(([key]) => ['sources', index, key]),
  );
}

function isForeignQueue(key: string, value: unknown): boolean {
  if (key !== 'queue' || typeof value !== 'string') return false;
  const host = URL.canParse(value) ? new URL(value).hostname : '';
  return !/^sqs\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/.test(host);
}
