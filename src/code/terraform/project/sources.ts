import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { parseHcl } from '../../hcl/syntax/parse.ts';

/** True for a file that Terraform reads as configuration. */
export function isCodeFile(path: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/.test(path);
}

/** Local sources of the module calls in a file, which start with `./` or `../`. */
export function localSources(path: string, text: string): readonly string[] {
  // Parsing is expensive, and most files have no module calls.
  if (!/"\.\.?(?:\/|")/.test(text)) return [];
  const sources = path.endsWith('.json') ? sourcesInJson(text) : sourcesIn(text);
  return sources.filter((source) => /^\.\.?(?:\/|$)/.test(source));
}

/**
 * Everything that looks like `../name/name`, anywhere in the text: modules, and files for
 * functions.
 */
export function pathsUp(text: string): readonly string[] {
  return text.match(/(?:\.\.\/)+[\w@%+=:,~-][\w@%+=:,.~/-]*/g) ?? [];
}

function sourcesIn(text: string): readonly string[] {
  return parseHcl(text).body.items.flatMap((item) => {
    if (item.kind !== 'block' || item.type !== 'module') return [];
    return item.body.items.flatMap((inner) =>
      inner.kind === 'attribute' && inner.name === 'source'
        ? [text.slice(inner.value.start + 1, inner.value.end - 1)]
        : [],
    );
  });
}

function sourcesInJson(text: string): readonly string[] {
  return callsIn(jsonAt(parsedJson(text), 'module')).flatMap((call) => {
    const source = jsonAt(call, 'source');
    return typeof source === 'string' ? [source] : [];
  });
}

/** Calls are an object keyed by name, or a list of such objects; each call may itself be a list. */
function callsIn(value: Json | undefined): readonly Json[] {
  return listOf(value ?? null).flatMap((body) =>
    isJsonObject(body) ? Object.values(body).flatMap(listOf) : [],
  );
}

function listOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}
