import { isHcpPlace } from '../location/kinds.ts';
import { badLocation } from '../location/split.ts';
import { defaultWorkspace } from '../workspace.ts';
import { foundBackend, missing, refused } from './draft.ts';
import type { BackendAttributes, BackendDraft, ReadBackend } from './types.ts';

const publicHost = 'app.terraform.io';

/** A `cloud` block: one workspace by name, or the chosen one of those with the tags. */
export const readCloud: ReadBackend = ({ text, variable }, workspace) => {
  const chosen =
    variable('TF_WORKSPACE') ?? (workspace === defaultWorkspace ? undefined : workspace);
  return place({
    host: text('hostname') ?? variable('TF_CLOUD_HOSTNAME'),
    organization: text('organization') ?? variable('TF_CLOUD_ORGANIZATION'),
    workspace: text('workspaces', 'name') ?? chosen,
  });
};

/** The `remote` backend, where workspaces may share a prefix. */
export const readRemote: ReadBackend = (attributes, workspace) => {
  const { text } = attributes;
  return place({
    host: text('hostname'),
    organization: text('organization'),
    workspace: text('workspaces', 'name') ?? prefixed(attributes, workspace),
  });
};

function prefixed({ text, variable }: BackendAttributes, workspace: string): string | undefined {
  const prefix = text('workspaces', 'prefix');
  const chosen =
    variable('TF_WORKSPACE') ?? (workspace === defaultWorkspace ? undefined : workspace);
  return prefix === undefined || chosen === undefined ? undefined : `${prefix}${chosen}`;
}

interface HcpPlace {
  readonly host: string | undefined;
  readonly organization: string | undefined;
  readonly workspace: string | undefined;
}

function place({ host = publicHost, organization, workspace }: HcpPlace): BackendDraft {
  if (organization === undefined || workspace === undefined)
    return missing({ organization, workspace });
  if (!isHcpPlace(host, organization, workspace)) {
    return refused(badLocation('in the code is not one that HCP Terraform can have'));
  }
  return foundBackend({ kind: 'hcp', host: host.toLowerCase(), organization, workspace });
}
