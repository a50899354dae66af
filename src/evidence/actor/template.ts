import type { Caller } from '../../model/event.ts';

const placeholders = {
  person: personName,
  user: (caller: Caller) => caller.userName,
  session: (caller: Caller) => caller.sessionName,
  principal: (caller: Caller) => caller.principal,
  behind: (caller: Caller) => caller.delegation?.[0],
  service: (caller: Caller) => serviceName(caller.invokedBy ?? caller.principal),
} satisfies Readonly<Record<string, (caller: Caller) => string | undefined>>;

const placeholder = /\{([a-z|]*)\}/g;

/** Why a name template is refused; undefined if it is not. */
export function templateProblem(template: string): string | undefined {
  const rest = template.replace(placeholder, '');
  if (/[{}]/.test(rest)) return 'A placeholder has braces around one word, as in {user}.';
  const known = Object.keys(placeholders);
  for (const [, names = ''] of template.matchAll(placeholder)) {
    const unknown = names.split('|').find((name) => !known.includes(name));
    if (unknown !== undefined) return `The placeholders are {${known.join('}, {')}}.`;
  }
  return undefined;
}

/** The template with each placeholder filled by the first of its names that the caller has. */
export function fillTemplate(template: string, caller: Caller): string {
  return template.replace(placeholder, (_, names: string) => {
    for (const name of names.split('|')) {
      const value = isPlaceholder(name) ? placeholders[name](caller) : undefined;
      if (value !== undefined) return value;
    }
    return personName(caller);
  });
}

function isPlaceholder(name: string): name is keyof typeof placeholders {
  return Object.hasOwn(placeholders, name);
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The name that a person would use for the caller: a mail address, a user, `role/deploy`. */
function personName(caller: Caller): string {
  const { sessionName, userName, principal, type } = caller;
  if (sessionName !== undefined && address.test(sessionName)) return sessionName;
  if (type === 'Root') return 'root';
  if (/:role\//.test(principal)) return `role/${principal.split('/').at(-1) ?? ''}`;
  return userName ?? serviceName(principal);
}

function serviceName(host: string): string {
  return host.replace(/\.amazonaws\.com$/, '');
}
