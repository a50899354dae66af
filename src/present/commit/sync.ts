import type { CommitMessage } from '../../ports/forge/proposal.ts';

/** The change to the file of a resource. */
export interface ShownSync {
  readonly name: string;
  readonly kind: string;
  readonly digest: string;
  readonly path: string;
  readonly change: 'create' | 'update' | 'rollback' | 'move' | 'remove';
  readonly from?: { readonly path: string };
  /** Instances that Terraform would add, change and destroy. */
  readonly planned?: { readonly add: number; readonly change: number; readonly destroy: number };
}

/** `1 to add, 0 to change, 0 to destroy`. */
export function plannedText({ add, change, destroy }: NonNullable<ShownSync['planned']>): string {
  return `${add} to add, ${change} to change, ${destroy} to destroy`;
}

export const syncVerbs = {
  create: 'add',
  update: 'change',
  rollback: 'roll back',
  move: 'move',
  remove: 'remove',
} as const;

/** `parley(resource.create): add NAME`, with trailers that tools can read back. */
export function syncMessage(
  tenant: string,
  { name, kind, digest, change, planned }: ShownSync,
): Pick<CommitMessage, 'subject' | 'trailers'> {
  return {
    subject: `parley(resource.${change}): ${syncVerbs[change]} ${name}`,
    trailers: [
      ['Parley-Resource', `${tenant}/${name}`],
      ['Parley-Kind', kind],
      ['Parley-Artifact', digest],
      ...(planned === undefined ? [] : [['Parley-Plan', plannedText(planned)] as const]),
    ],
  };
}

/** The same as the text of a commit. */
export function syncCommitText(tenant: string, file: ShownSync): string {
  const { subject, trailers } = syncMessage(tenant, file);
  const lines = trailers.map(([name, value]) => `${name}: ${value}`);
  return `${subject}\n\n${lines.join('\n')}\n`;
}
