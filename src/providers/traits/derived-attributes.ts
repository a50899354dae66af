/** Attributes that code can set but rarely does, and whose value follows from other attributes. */
const derived = new Map<string, readonly string[]>([
  ['aws_db_instance', ['engine_version_actual']],
  ['aws_instance', ['cpu_core_count', 'cpu_options', 'cpu_threads_per_core', 'security_groups']],
  ['aws_lambda_function', ['source_code_hash']],
  ['aws_launch_template', ['default_version']],
]);

/**
 * True for an attribute whose value follows from others, so that a change to it means nothing by
 * itself.
 */
export function isDerived(type: string, attribute: string): boolean {
  if (attribute === 'tags_all' || attribute === 'id') return true;
  return derived.get(type)?.includes(attribute) ?? false;
}
