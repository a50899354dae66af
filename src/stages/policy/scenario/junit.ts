import type { ScenarioResult } from './run.ts';

/** Results in the JUnit XML that CI systems read, with one suite for each file. */
export function junitXml(
  suites: readonly { readonly file: string; readonly results: readonly ScenarioResult[] }[],
): string {
  const all = suites.flatMap(({ results }) => results);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${all.length}" failures="${all.filter(isFailure).length}">`,
    ...suites.flatMap(({ file, results }) => [
      `  <testsuite name="${escapeXml(file)}" tests="${results.length}" failures="${results.filter(isFailure).length}">`,
      ...results.flatMap((result) => testCase(file, result)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase(file: string, { name, failures }: ScenarioResult): readonly string[] {
  const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}"`;
  const [first] = failures;
  if (first === undefined) return [`${head}/>`];
  return [
    `${head}>`,
    `      <failure message="${escapeXml(first)}">${escapeXml(failures.join('\n'))}</failure>`,
    '    </testcase>',
  ];
}

function isFailure({ failures }: ScenarioResult): boolean {
  return failures.length > 0;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Leaves out characters that XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[&<>"\n]/g, (character) => entities[character] ?? character);
}
