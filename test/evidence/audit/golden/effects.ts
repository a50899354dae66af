import type { Change, Effect } from '../../../../src/model/effect.ts';
import type { AuditEvent } from '../../../../src/model/event.ts';
import { type AttributePath, formatPath } from '../../../../src/model/path.ts';
import { awsEntries } from '../../../../src/providers/aws/all.ts';
import { azureEntries } from '../../../../src/providers/azure/all.ts';
import { createCatalog } from '../../../../src/providers/catalog/registry.ts';
import { awsDerivedRules } from '../../../../src/providers/derived/beyond.ts';
import { gcpEntries } from '../../../../src/providers/google/all.ts';
import { readChange } from '../../../../src/providers/kubernetes/changes/read.ts';

const catalog = createCatalog([...awsEntries, ...azureEntries, ...gcpEntries], awsDerivedRules());
const nothing = { find: () => undefined, where: () => [], ofType: () => [] };

/**
 * What a call did to resources, in a short form: `aws_kms_key!delete`, `aws_kms_key.policy=known`,
 * `aws_security_group.ingress+`; `object!create` for a cluster object. The state is empty.
 */
export function effectsOf(event: AuditEvent): readonly string[] {
  if (event.cloud === 'kubernetes') {
    const read = readChange(event);
    return read.kind === 'change' ? [`object!${read.change.action.kind}`] : [];
  }
  const translation = catalog.translate(event, nothing);
  return translation.kind === 'effects' ? translation.effects.map(shortly) : [translation.kind];
}

function shortly({ resource, change }: Effect): string {
  return `${resource.type}${suffix(change)}`;
}

function suffix(change: Change): string {
  switch (change.kind) {
    case 'set':
      return `.${spelled(change.path)}=${change.value.kind}`;
    case 'add':
      return `.${formatPath(change.path)}+`;
    case 'remove':
      return `.${formatPath(change.path)}-`;
    case 'create':
    case 'delete':
      return `!${change.kind}`;
  }
}

/** Tag and label keys are text from the logs, which golden files must not contain. */
function spelled(path: AttributePath): string {
  return formatPath(path).replace(/^(tags|labels)\..+/, '$1.*');
}
