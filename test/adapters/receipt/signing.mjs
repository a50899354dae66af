import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

// Signs like a third-party program; the second argument says how it misbehaves.
const [, , file, fault] = process.argv;
const key = createPrivateKey(readFileSync(file, 'utf8'));
const lines = readFileSync(0, 'utf8').trim().split('\n');
const signatures = lines.map((line) => sign(null, Buffer.from(line, 'base64'), key));
if (fault === 'other') signatures[0][5] ^= 1;
if (fault === 'fewer') signatures.pop();
process.stdout.write(signatures.map((each) => `${each.toString('base64')}\n`).join(''));
if (fault === 'exit') process.exitCode = 1;
