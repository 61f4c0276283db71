/** Finds a Chromium for end-to-end tests: the machine's own, or the headless one that an npm package brings. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface TestChromium {
  executablePath: string;
  /** For Playwright's `launchOptions.args`. */
  args: string[];
  /** For Playwright's `launchOptions.env`: the packaged browser finds its libraries and fonts by it. */
  env: Record<string, string>;
  /** For messages: where it was found. */
  origin: string;
}

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const NO_NETWORK = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * Looks at CHROMIUM_PATH, then the system, then the package `@sparticuz/chromium`.
 * @throws Error in one sentence when none can be had: end-to-end tests are never skipped in silence.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<TestChromium> {
  if (env.CHROMIUM_PATH) {
    if (!isExecutable(env.CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is no program that can be run.`);
    return system(env.CHROMIUM_PATH, env);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))), MAC_PATH];
  const found = candidates.find((path) => isExecutable(path) && runs(path, env));
  return found ? system(found, env) : packaged(env);
}

function system(executablePath: string, env: NodeJS.ProcessEnv): TestChromium {
  return { executablePath, args: [...sandbox(), ...NO_NETWORK], env: defined(env), origin: executablePath };
}

/** Chromium's sandbox needs rights that root in a container, and many a container, does not have. */
function sandbox(): string[] {
  return process.getuid?.() === 0 || existsSync('/.dockerenv') ? ['--no-sandbox'] : [];
}

async function packaged(env: NodeJS.ProcessEnv): Promise<TestChromium> {
  const none = (why: string) => new Error(
    `End-to-end tests need a Chromium and found none (${why}): install one (apt-get install chromium), or set CHROMIUM_PATH.`,
  );
  if (process.platform !== 'linux') throw none('the packaged one is for Linux');
  const folder = join(tmpdir(), `gauntlet-chromium-${process.getuid?.() ?? 0}`);
  const executablePath = await unpack(folder).catch((error: unknown) => {
    throw none(`the packaged one did not unpack: ${(error as Error).message}`);
  });
  // Its own arguments are left out on purpose: --single-process breaks with several contexts, and
  // --disable-web-security would hide the very faults that the tests look for.
  const args = ['--no-sandbox', '--headless=shell', ...NO_NETWORK];
  const plain = { ...defined(env), FONTCONFIG_PATH: join(folder, 'fonts'), HOME: env.HOME ?? folder };
  const bundled = { ...plain, LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter) };
  // The machine's own libraries fit better than the bundled ones where it has them.
  for (const candidate of [plain, bundled]) {
    if (runs(executablePath, candidate)) return { executablePath, args, env: candidate, origin: 'npm package @sparticuz/chromium' };
  }
  throw none('the packaged one does not run on this machine');
}

async function unpack(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const previous = process.env.TMPDIR;
  // The package unpacks into the temporary folder, and takes for its own whatever is called `chromium` there.
  process.env.TMPDIR = folder;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    await inflate(join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
    return path;
  } finally {
    if (previous === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previous;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether it starts at all: a missing library, or Ubuntu's script that only says "install the snap", shows here. */
function runs(path: string, env: NodeJS.ProcessEnv): boolean {
  const result = spawnSync(path, ['--version', '--no-sandbox'], { env, encoding: 'utf8', timeout: 20_000 });
  return result.status === 0 && /\d+\.\d+/.test(result.stdout);
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
