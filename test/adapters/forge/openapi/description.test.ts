import { describe, expect, it } from 'vitest';
import { filledUp, readDescription, strayings } from './description.ts';

const description = readDescription('gitlab.json');
const requests = '/projects/acme%2Finfra/merge_requests';
const wanted = { title: 'Draft: x', source_branch: 'parley/i', target_branch: 'main' };

function call(method: string, path: string, body?: object) {
  const url = new URL(path, 'http://localhost');
  return { method, url, headers: {}, body: body === undefined ? '' : JSON.stringify(body) };
}

function answer(status: number, body: unknown) {
  return { status, body: JSON.stringify(body) };
}

describe('the deviations from a description', () => {
  const asked = call('POST', requests, wanted);
  const { body } = filledUp(description, asked, answer(201, { iid: 7 }));
  const made = JSON.parse(body);

  it('are none in a correct call', () => {
    expect(made.iid).toBe(7);
    expect(strayings(description, asked, answer(201, made))).toEqual([]);
  });

  it.each([
    ['a path', call('GET', '/projects/acme%2Finfra/requests'), answer(200, []), 'not described'],
    [
      'a parameter',
      call('GET', `${requests}?branch=x`),
      answer(200, []),
      'the query has no branch',
    ],
    ['a status', asked, answer(200, made), 'no answer 200'],
    [
      'a member asked',
      call('POST', requests, { ...wanted, draft: true }),
      answer(201, made),
      'the request has no draft',
    ],
    [
      'a member left out',
      call('POST', requests, { title: 'x' }),
      answer(201, made),
      'request.source_branch is missing',
    ],
    [
      'a value asked',
      call('PUT', `${requests}/7`, { state_event: 'merge' }),
      answer(200, made),
      'request.state_event is not listed',
    ],
    ['a member answered', asked, answer(201, { ...made, number: 7 }), 'the answer has no number'],
    [
      'a member not answered',
      asked,
      answer(201, { ...made, web_url: undefined }),
      'answer.web_url is missing',
    ],
    [
      'a type answered',
      asked,
      answer(201, { ...made, iid: '7' }),
      'answer.iid is not of type integer',
    ],
    [
      'no value where there is one',
      asked,
      answer(201, { ...made, title: null }),
      'answer.title is null',
    ],
  ])('include %s', (_, request, answered, straying) => {
    const found = strayings(description, request, answered);

    expect(found.join('\n')).toContain(straying);
  });
});
