import { expect } from 'vitest';
import { ask, connectHttp } from '../../entry/mcp/client.ts';
import { secrets, type World } from '../harness/world.ts';
import { samples } from './canary-stack.ts';

const address = 'aws_sqs_queue.canary';
const field = 'visibility_timeout_seconds';
const principal = 'arn:aws:iam::123456789012:role/agent';
const wanted = { address, field, principal, want: { equals: 61 }, because: 'A trial' };

/** Tools that the agent uses here, successfully. */
export const toolNames = [
  'check_ownership',
  'declare_intent',
  'answer',
  'propose_change',
  'what_would_happen',
] as const;

type Saying = (text: string, intent: string) => object;

/** Arguments of an agent, with a text of its own in each place that takes one. */
const sayings: readonly (readonly [tool: (typeof toolNames)[number], places: readonly Saying[]])[] =
  [
    [
      'check_ownership',
      [
        (text) => ({ address, field, principal: `${principal}/${text}` }),
        (text) => ({ address, field: `tags[${JSON.stringify(text)}]`, principal }),
        (text) => ({ address: `${address}["${text}"]`, field, principal }),
      ],
    ],
    [
      'declare_intent',
      [
        (text) => ({ ...wanted, because: `Since ${text} is here` }),
        (text) => ({ ...wanted, ticket: text }),
        (text) => ({ ...wanted, principal: `${principal}/${text}` }),
        (text) => ({ ...wanted, address: `module.m["${text}"]` }),
        (text) => ({ ...wanted, field: `tags[${JSON.stringify(text)}]` }),
        (text) => ({ ...wanted, field: 'tags["note"]', want: { equals: text } }),
      ],
    ],
    [
      'answer',
      [
        (text, id) => ({ id, answer: 'hold', value: '24h', because: `It is ${text}` }),
        (text) => ({ id: text, answer: 'accept' }),
      ],
    ],
    ['propose_change', [(text) => ({ id: text })]],
  ];

/**
 * Texts with as many credentials as a note has room for, because each call reads a whole report.
 */
function crowded(): readonly string[] {
  const texts: string[] = [];
  for (const { text } of samples) {
    const last = texts.at(-1);
    const together = `${last} ${text}`;
    if (last === undefined || together.length > 450) texts.push(text);
    else texts.splice(-1, 1, together);
  }
  return texts;
}

/**
 * Answers of the tools to an agent that mentions a credential of each kind, and then does its work.
 */
export async function useTools(
  { url }: World,
  stack: string,
  intents: { readonly open: string; readonly proposed: string },
): Promise<ReadonlyMap<string, string>> {
  const client = await connectHttp(url, secrets.API_TOKEN);
  const answers = new Map<string, string>();
  const use = async (name: string, args: object): Promise<void> => {
    const { texts, problem } = await ask(client, name, { stack, ...args });
    answers.set(`${answers.size} ${name}`, `${problem}\n${texts.join('\n')}`);
  };
  for (const [at, text] of crowded().entries()) {
    for (const [name, places] of sayings) {
      const args = places[at % places.length]?.(text, intents.open);
      if (args !== undefined) await use(name, args);
    }
  }
  await use('declare_intent', wanted);
  await use('propose_change', { id: intents.proposed });
  const [first] = samples;
  const change = {
    ...{ address, field, value: 62, principal },
    ...{ session: first?.text, user_agent: `agent ${first?.text}` },
  };
  await use('what_would_happen', change);
  expect([...answers.values()].at(-1)).toMatch(/^undefined/);
  await client.close();
  return answers;
}
