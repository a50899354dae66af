/** `v1`, `v1beta1`, `v1p1beta1`, `v1b3`, `v2_1`, and the channels of Compute Engine. */
const version = /^(?:v\d+(?:p\d+)?(?:(?:alpha|beta|eap|main|b)\d*)?(?:_\d+)*|alpha|beta)$/;

/** Other spellings of the same call. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['SetIAMPolicy', 'SetIamPolicy'],
  ['GetIAMPolicy', 'GetIamPolicy'],
  ['TestIAMPermissions', 'TestIamPermissions'],
]);

export function isMethodName(text: string): boolean {
  return /^[/A-Za-z][\w./:-]{0,199}$/.test(text) && /[A-Za-z]\w*$/.test(text);
}

/**
 * The name of a method within its service, whatever the API version and the protocol:
 * `v1.compute.firewalls.insert` and `beta.compute.firewalls.insert` are `firewalls.insert`,
 * `google.container.v1beta1.ClusterManager.CreateCluster` is `ClusterManager.CreateCluster`.
 */
export function canonicalMethod(service: string, methodName: string): string {
  const segments = methodName.split(/[./:]/).filter((segment) => segment !== '');
  const plain = segments.filter(
    (segment, i) => i === segments.length - 1 || !version.test(segment),
  );
  const named = withoutService(service, withoutPackage(plain));
  const last = named.at(-1) ?? methodName;
  return [...named.slice(0, -1), spellings.get(last) ?? last].join('.');
}

/**
 * Packages are in lower case, up to the interface or the method; before REST names there may only
 * be `google.`.
 */
function withoutPackage(segments: readonly string[]): readonly string[] {
  const [first = '', second] = segments;
  if (first === 'io' && second === 'k8s' && segments.length > 2) return segments.slice(2);
  if (!/^(?:google|com)$/i.test(first) || segments.length < 2) return segments;
  const named = segments.findIndex(
    (segment) => /^[A-Z]/.test(segment) && !/^google$/i.test(segment),
  );
  return named > 0 ? segments.slice(named) : segments.slice(1);
}

function withoutService(service: string, segments: readonly string[]): readonly string[] {
  const short = service.split('.')[0];
  return segments.length > 1 && segments[0] === short ? segments.slice(1) : segments;
}

const readingVerbs =
  /^(?:aggregated|batchGet|can|check|count|describe|export|fetch|get|head|list|lookup|preview|query|read|retrieve|search|select|simulate|test|validate|view|watch)(?=[A-Z]|$)/;

const writingVerbs =
  /^(?:abandon|accept|ack|activate|add|adopt|apply|approve|attach|batch(?:Create|Delete|Update)|bulk|cancel|change|clear|clone|create|deactivate|delete|deploy|deprecate|destroy|detach|disable|disassociate|enable|failover|import|insert|invalidate|modify|move|mute|patch|pause|promote|provision|purge|put|recreate|remove|rename|replace|reset|resize|restart|restore|resume|revoke|rollback|rotate|set|start|stop|suspend|switch|undelete|undeploy|update|upgrade|upload|upsert|write)(?=[A-Z]|$)/;

/** What the method's own name says; `unknown` for names such as `Predict`. */
export function classifyMethod(operation: string): 'reads' | 'writes' | 'deletes' | 'unknown' {
  const name = operation.split('.').at(-1) ?? '';
  const verb = name.charAt(0).toLowerCase() + name.slice(1);
  if (/^(?:delete|remove|destroy|purge)(?=[A-Z]|$)/.test(verb)) return 'deletes';
  if (readingVerbs.test(verb)) return 'reads';
  return writingVerbs.test(verb) ? 'writes' : 'unknown';
}
