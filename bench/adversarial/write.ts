import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Story } from './story.ts';

/** Writes the project and the log of a story. */
export function writeStory(folder: string, { files, resources, calls }: Story): void {
  const provider = 'provider["registry.terraform.io/hashicorp/aws"]';
  for (const [path, text] of Object.entries(files)) put(join(folder, 'project', path), text);
  const entries = resources.map(({ type, name, instances }) => ({
    ...{ mode: 'managed', type, name, provider },
    instances: instances.map(({ key, attributes }) => ({
      ...(key === undefined ? {} : { index_key: key }),
      ...{ schema_version: 0, attributes },
    })),
  }));
  const state = { version: 4, serial: 1, lineage: 'it', outputs: {}, resources: entries };
  if (resources.length > 0)
    put(join(folder, 'project', 'terraform.tfstate'), JSON.stringify(state));
  const isTrail = calls.some((call) => 'eventSource' in call);
  const log = isTrail
    ? JSON.stringify({ Records: calls })
    : `${calls.map((call) => JSON.stringify(call)).join('\n')}\n`;
  put(join(folder, 'events', isTrail ? 'log.json' : 'log.jsonl'), log);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
