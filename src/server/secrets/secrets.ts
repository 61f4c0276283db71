/**
 * Uses of the installation's secret key: encrypted values, signatures, and random sign-in tokens. One key of at least
 * 256 bits (`SECRET_KEY`) is the root; each use derives its own key by HKDF (RFC 5869), so that no two uses share one.
 *
 * An encrypted value is `v1.<key id>.<base64url of salt ‖ iv ‖ tag ‖ ciphertext>`, AES-256-GCM. The key of every value
 * is derived from a fresh random salt, which keeps GCM's limit on values per key out of reach. The key id tells a value
 * encrypted with another `SECRET_KEY` (a restored backup) from one that was altered.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';
const NO_SALT = Buffer.alloc(0);

let root: { key: Buffer; id: string } | undefined;

/** An encrypted value could not be opened. The message is for the log and the operator, not for a visitor. */
export class SealError extends Error {
  override readonly name = 'SealError';
  /** `other_key`: encrypted with another SECRET_KEY. `damaged`: altered, cut short, or made for another context. */
  readonly reason: 'other_key' | 'damaged';

  constructor(reason: SealError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Sets the root key; called once at start, before anything is encrypted or signed.
 * @throws Error when the key has fewer than 32 bytes
 */
export function initSecrets(key: Buffer): void {
  if (key.length < KEY_BYTES)
    throw new Error(`SECRET_KEY must have at least ${KEY_BYTES} bytes, but has ${key.length}.`);
  const id = expand(key, 'key-id', NO_SALT, 6).toString('base64url');
  root = { key: Buffer.from(key), id };
}

function expand(key: Buffer, purpose: string, salt: Buffer, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `gauntlet/${purpose}`, bytes));
}

function requireRoot(): { key: Buffer; id: string } {
  if (!root) throw new Error('initSecrets() has not been called.');
  return root;
}

/** Identifies the installation's key without revealing it. */
export function keyName(): string {
  return requireRoot().id;
}

/** A 256-bit key for one purpose, the same at every start, for example `deriveKey('csrf')`. */
export function deriveKey(purpose: string): Buffer {
  return expand(requireRoot().key, `derive/${purpose}`, NO_SALT);
}

/**
 * Encrypts a value for storage.
 * @param context identifies the value's place, such as `mail-account:<id>`. It is authenticated but not stored: a value
 * copied to another row does not open there.
 */
export function seal(plaintext: string, context: string): string {
  const { key, id } = requireRoot();
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', expand(key, 'seal', salt), iv);
  cipher.setAAD(aad(id, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `${VERSION}.${id}.${Buffer.concat([salt, iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

/**
 * Decrypts a value of `seal`.
 * @throws SealError when it was encrypted with another key or for another context, or was altered
 */
export function open(sealed: string, context: string): string {
  const { key, id } = requireRoot();
  const [version, keyId, payload, ...rest] = sealed.split('.');
  if (version !== VERSION || !keyId || !payload || rest.length > 0)
    throw new SealError('damaged', 'This is not a sealed value.');
  if (keyId !== id)
    throw new SealError(
      'other_key',
      'The value was sealed under another SECRET_KEY. Start with the key that belongs to this data.',
    );
  const bytes = Buffer.from(payload, 'base64url');
  // Node ignores characters that are not base64url, so a value that does not encode back the same was altered.
  if (bytes.toString('base64url') !== payload || bytes.length < SALT_BYTES + IV_BYTES + TAG_BYTES) throw damaged();
  const salt = bytes.subarray(0, SALT_BYTES);
  const iv = bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
  const tag = bytes.subarray(SALT_BYTES + IV_BYTES, SALT_BYTES + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', expand(key, 'seal', salt), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad(id, context));
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(bytes.subarray(SALT_BYTES + IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    throw damaged();
  }
}

function aad(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${context}`, 'utf8');
}

function damaged(): SealError {
  return new SealError('damaged', 'The sealed value was altered, or belongs to another record.');
}

/** HMAC-SHA-256 of `data` under the key of `purpose`, base64url. */
export function hmac(purpose: string, data: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(data, 'utf8').digest('base64url');
}

/** Whether two strings are equal, in constant time. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** A new unguessable token: 256 random bits, base64url, 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Stored in place of a token: its SHA-256, base64url. A plain hash is enough because the token has 256 random bits;
 * passwords use argon2id instead.
 */
export function hashToken(token: string): string {
  return sha256(token).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
