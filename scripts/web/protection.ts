/**
 * Builds the two integrity and protection scripts and the signed list of the build's files. The signing key is created
 * for the build and discarded after it: no one can sign another list for these scripts.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';

const VARIANTS = ['desktop', 'mobile'] as const;

/** The server's input for a script's tag. */
export interface ProtectScript {
  src: string;
  integrity: string;
}

const sha384 = (bytes: Uint8Array) => createHash('sha384').update(bytes).digest('base64');

/** Path → SHA-384 of every file that pages load. The page itself differs each time by its nonce and is excluded. */
function hashFiles(out: string): Record<string, string> {
  const files = readdirSync(join(out, 'assets'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(out, path)}`, sha384(readFileSync(path))] as const;
      })
      .sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
}

/** Runs after everything else is built, and before it is compressed. */
export async function buildProtection(root: string, out: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const raw = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  const name = randomBytes(9).toString('base64url');
  const folder = join(out, 'protect');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scripts = Object.fromEntries(
    await Promise.all(
      VARIANTS.map(async (variant) => [variant, await buildScript(root, out, variant, raw, name)] as const),
    ),
  );
  const text = JSON.stringify({ build: name, files: hashFiles(out) });
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64',
  );
  writeFileSync(join(folder, 'integrity.json'), JSON.stringify({ text, signature }));
  writeFileSync(join(out, '.vite/protect.json'), JSON.stringify(scripts));
}

async function buildScript(
  root: string,
  out: string,
  variant: (typeof VARIANTS)[number],
  key: Buffer,
  name: string,
): Promise<ProtectScript> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __PUBLIC_KEY__: JSON.stringify(key.toString('base64')), __BUILD__: JSON.stringify(name) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, `src/web/protect/${variant}.ts`),
        output: { format: 'iife', entryFileNames: `${variant}.js` },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output) || output.output[0].type !== 'chunk')
    throw new Error(`The script ${variant} was not built`);
  const bytes = Buffer.from(output.output[0].code);
  const src = `/protect/${variant}.${createHash('sha256').update(bytes).digest('base64url').slice(0, 10)}.js`;
  writeFileSync(join(out, src), bytes);
  return { src, integrity: `sha384-${sha384(bytes)}` };
}
