/** Checks a DKIM signature as a receiving server does (RFC 6376, relaxed/relaxed, rsa-sha256), for tests. */
import { createHash, createPublicKey, verify } from 'node:crypto';

export interface DkimResult {
  domain: string;
  /** Names of the fields that are signed, in lower case. */
  signed: string[];
  isValid: boolean;
}

const relaxField = (field: string): string => {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n(?=[ \t])/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
};

const relaxBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : '';
};

/** @param publicKey the `p` of the DNS record, base64 of a SubjectPublicKeyInfo */
export function verifyDkim(raw: Buffer, publicKey: string): DkimResult {
  const text = raw.toString('latin1');
  const split = text.indexOf('\r\n\r\n');
  const fields = text.slice(0, split).split(/\r\n(?![ \t])/);
  const nameOf = (field: string) => field.slice(0, field.indexOf(':')).trim().toLowerCase();
  const signature = fields.find((field) => nameOf(field) === 'dkim-signature')!;
  const tags = new Map(
    relaxField(signature)
      .replace(/^[^:]*:/, '')
      .split(';')
      .map((part): [string, string] => {
        const at = part.indexOf('=');
        return [part.slice(0, at).trim(), part.slice(at + 1).replace(/\s/g, '')];
      }),
  );
  const bodyHash = createHash('sha256')
    .update(relaxBody(text.slice(split + 4)), 'latin1')
    .digest('base64');
  const signed = tags.get('h')!.toLowerCase().split(':');
  const left = [...fields];
  const headers = signed.flatMap((name) => {
    const at = left.findLastIndex((field) => nameOf(field) === name);
    return at < 0 ? [] : left.splice(at, 1).map((field) => `${relaxField(field)}\r\n`);
  });
  const unsigned = relaxField(signature).replace(/(\bb=)[^;]*/, '$1');
  const isValid =
    tags.get('bh') === bodyHash &&
    verify(
      'sha256',
      Buffer.from(headers.join('') + unsigned, 'latin1'),
      createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(tags.get('b')!, 'base64'),
    );
  return { domain: tags.get('d')!, signed, isValid };
}
