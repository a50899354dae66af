import fc from 'fast-check';

const names = fc.constantFrom('a', 'name', 'vpc_id', 'x-y', 'größe', 'tags', 'for_each', 'if');

const comment = fc.constantFrom('# note', '// note: { "', '/* } */', '#');

const leaf = fc.constantFrom(
  '1',
  '-1.5e3',
  'true',
  'null',
  '"plain"',
  '"with ${var.a} and $${escaped} 😀"',
  '"%{ if a }x%{ else }y%{ endif }"',
  'var.name',
  'aws_vpc.main[0].id',
  'local.all[*].id',
  'module.a.b["c"]',
);

/** Expressions that fit on one line. */
const inline = fc.letrec((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('expression'), { maxLength: 3 }).map((all) => `[${all.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(names, tie('expression')), { maxLength: 3, selector: ([key]) => key })
      .map((all) => `{ ${all.map(([key, value]) => `"${key}" = ${value}`).join(', ')} }`),
    fc.array(tie('expression'), { maxLength: 3 }).map((all) => `merge(${all.join(', ')})`),
    tie('expression').map((value) => `(${value})`),
    tie('expression').map((value) => `[for k, v in ${value} : v if v != null]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `var.on ? ${a} : ${b}`),
  ),
})).expression as fc.Arbitrary<string>;

const multiline = fc.oneof(
  fc
    .array(fc.tuple(inline, fc.option(comment)), { minLength: 1, maxLength: 4 })
    .map((all) => `[\n${all.map(([value, note]) => `    ${value}, ${note ?? ''}\n`).join('')}  ]`),
  fc
    .array(fc.tuple(names, inline, fc.option(comment)), { maxLength: 4 })
    .map(
      (all) =>
        `{\n${all.map(([key, value, note]) => `    ${key}x = ${value} ${note ?? ''}\n`).join('')}  }`,
    ),
  fc.constant('<<-EOT\n    line ${var.a}\n    other\n  EOT'),
);

export const hclExpression: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: inline },
  { weight: 1, arbitrary: multiline },
);

/** Adds the note unless the value ends with a heredoc's closing marker, which must stand alone. */
function endOfLine(value: string, note: string | null): string {
  return note === null || value.endsWith('EOT') ? '' : ` ${note}`;
}

const attributes = fc
  .uniqueArray(fc.tuple(names, hclExpression, fc.option(comment, { freq: 4 })), {
    maxLength: 4,
    selector: ([name]) => name,
  })
  .map((all) =>
    all.map(([name, value, note]) => `  ${name} = ${value}${endOfLine(value, note)}\n`),
  );

const block = fc
  .tuple(
    names,
    fc.array(fc.constantFrom('"aws_vpc"', '"main"', 'bare'), { maxLength: 2 }),
    attributes,
  )
  .map(([type, labels, lines]) => `${[type, ...labels].join(' ')} {\n${lines.join('')}}\n`);

/** Valid configuration text with common forms, comments and oddities. */
export const hclText: fc.Arbitrary<string> = fc
  .tuple(attributes, fc.array(fc.tuple(block, fc.option(comment)), { maxLength: 4 }), fc.boolean())
  .map(([lines, blocks, crlf]) => {
    const text = `${lines.join('')}\n${blocks
      .map(([one, note]) => `${note ? `${note}\n` : ''}${one}`)
      .join('\n')}`;
    return crlf ? text.replaceAll('\n', '\r\n') : text;
  });
