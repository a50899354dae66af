import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distrustSlack } from '../../../../src/adapters/notify/slack/signature.ts';
import { signAsSlack } from '../../../entry/api/signing.ts';

/** The accepted age of a request, in seconds. */
const window = 300;

const secret = '8f742231b10e8888abcd99yyyzzz85a5';
const now = 1_531_420_618;
const body = 'token=x&team_id=T1DC2JH3J&text=scan+prod';
const timestamp = String(now);
const signature = signAsSlack(secret, timestamp, body);
const request = { timestamp, signature, body };

describe('a request from Slack', () => {
  // The example in Slack's documentation of signatures.
  it('is signed as Slack signs it', () => {
    const example =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';

    const signed = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
    const asSent = { timestamp: '1531420618', signature: signed, body: example };

    expect(distrustSlack([secret], asSent, 1_531_420_618)).toBeUndefined();
  });

  it.each([
    ['as it came', {}, [secret], 0],
    ['as bytes', { body: Buffer.from(body) }, [secret], 0],
    ['signed with the old secret', {}, ['new', secret], 0],
    ['signed with the new secret', {}, [secret, 'old'], 0],
    ['at the end of the window', {}, [secret], window],
    ['from a clock that is ahead', {}, [secret], -window],
  ])('%s is trusted', (_, change, secrets, later) => {
    expect(distrustSlack(secrets, { ...request, ...change }, now + later)).toBeUndefined();
  });

  it.each([
    ['without a signature', { signature: undefined }, [secret], 0, /not signed/],
    ['without a time', { timestamp: undefined }, [secret], 0, /not signed/],
    ['with another body', { body: `${body}&` }, [secret], 0, /wrong/],
    ['with another time', { timestamp: String(now + 1) }, [secret], 0, /wrong/],
    ['with a cut signature', { signature: signature.slice(0, -1) }, [secret], 0, /wrong/],
    ['in capitals', { signature: signature.toUpperCase() }, [secret], 0, /wrong/],
    ['when no secret is set', {}, [], 0, /wrong/],
    ['after the window', {}, [secret], window + 1, /too old/],
    ['from the future', {}, [secret], -window - 1, /too old/],
    ['with a time in words', { timestamp: 'NaN' }, [secret], 0, /too old/],
    ['with a time in hex', { timestamp: '0x5b47' }, [secret], 0, /too old/],
  ])('%s is not', (_, change, secrets, later, why) => {
    expect(distrustSlack(secrets, { ...request, ...change }, now + later)).toMatch(why);
  });

  it('is not trusted with an empty secret, with which anyone could sign', () => {
    const forged = { ...request, signature: signAsSlack('', timestamp, body) };

    expect(distrustSlack([''], forged, now)).toMatch(/wrong/);
  });

  it('is trusted only for the body that was signed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (signed, sent) => {
        const of = { timestamp, signature: signAsSlack(secret, timestamp, signed), body: sent };
        expect(distrustSlack([secret], of, now) === undefined).toBe(
          Buffer.from(signed).equals(Buffer.from(sent)),
        );
      }),
    );
  });
});
