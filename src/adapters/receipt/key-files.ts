import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { readPublicKey } from '../../stages/receipt/public-key.ts';
import { syncFolder } from '../store/files/head.ts';

/** Makes a key that only the owner of the files may read. */
export async function generateKey(folder: string): Promise<Result<Signer>> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = signerOf(privateKey);
  if (!signer.ok) return signer;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const options = { flag: 'wx', mode: 0o600, flush: true } as const;
  await writeFile(keyFile(folder, signer.value.key.id), pem, options);
  await syncFolder(folder);
  return signer;
}

/** Loads the key with that id. */
export async function loadKey(folder: string, id: Sha256): Promise<Result<Signer>> {
  const file = keyFile(folder, id);
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  const key = pem === undefined ? undefined : privateKeyIn(pem);
  const signer = key === undefined ? undefined : signerOf(key);
  if (signer?.ok && signer.value.key.id === id) return signer;
  return fail({
    code: 'receipt-key-missing',
    message: 'The key that signs receipts is missing, or is a different one.',
    place: { file },
    hint: 'Restore it, or make a new one with `parley receipt key rotate`: it vouches for the previous public key.',
  });
}

/** The key in a file that is managed elsewhere. */
export async function readSigner(file: string): Promise<Result<Signer>> {
  const pem = await readFile(file, 'utf8').catch(() => '');
  const key = privateKeyIn(pem);
  if (key !== undefined) return signerOf(key);
  return fail({
    code: 'receipt-key-form',
    message: 'This is not an Ed25519 private key in PEM.',
    place: { file },
    hint: 'PARLEY_RECEIPT_PRIVATE_KEY names it; `openssl genpkey -algorithm ed25519` makes one.',
  });
}

/** Removes all keys but one, because a replaced key must not sign any more. */
export async function forgetOtherKeys(folder: string, id: Sha256): Promise<void> {
  const own = keyFile(folder, id);
  for (const name of await readdir(folder).catch(() => [])) {
    if (join(folder, name) !== own) await rm(join(folder, name), { force: true });
  }
}

function keyFile(folder: string, id: Sha256): string {
  return join(folder, `${id.slice(0, 16)}.pem`);
}

/** Undefined for a text that is not an Ed25519 key. */
function privateKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

function signerOf(key: KeyObject): Result<Signer> {
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const verifier = readPublicKey(pem);
  if (!verifier.ok) return verifier;
  return ok({
    key: verifier.value,
    sign: async (messages) => ok(messages.map((message) => sign(null, message, key))),
  });
}
