/**
 * The projects that are one root each; the others have cases of their own. A rule of `delegations`
 * has ended, so that any run writes there, whatever happens.
 */
export const fuzzed: readonly string[] = [
  'breadth-compute',
  'breadth-functions',
  'breadth-identity',
  'breadth-network',
  'breadth-operations',
  'breadth-services',
  'breadth-storage',
  'choices',
  'companions',
  'demo',
  'documents',
  'environments',
  'flat',
  'foreach',
  'held',
  'knowledge',
  'lasting',
  'layers',
  'modules',
  'readback',
  'registry',
  'resources',
  'values',
];
