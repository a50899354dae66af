import type { TerraformState } from '../../src/code/terraform/state/types.ts';

/** A state without resources, so that everything in the log is unmanaged. */
export const emptyState: TerraformState = {
  format: 'v4',
  serial: 1,
  lineage: 'bench',
  terraformVersion: '1.12.0',
  resources: [],
};
