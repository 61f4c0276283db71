/**
 * `npm run rescue -- ada@example.com [--two-factor]`: a link that sets a new password, for someone no administrator
 * can let in.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rescueAccount } from '../src/domains/identity/index.ts';
import { useAppUrl } from '../src/server/app-url.ts';
import { loadConfig } from '../src/server/config.ts';
import { command, withInstallation } from './command.ts';

await command('Nothing was changed.', async () => {
  const {
    values: options,
    positionals: [email, ...more],
  } = parseArgs({ options: { 'two-factor': { type: 'boolean', default: false } }, allowPositionals: true });
  if (!email || more.length > 0)
    throw new Error(
      'Say whom: npm run rescue -- ada@example.com, and with --two-factor to switch two-factor sign-in off as well.',
    );
  const config = loadConfig();
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pglite')))
    throw new Error(
      `There is no installation in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the one that is meant.`,
    );
  useAppUrl(config.appUrl);
  await withInstallation(config, async () => {
    const { name, link } = await rescueAccount(email, { twoFactor: options['two-factor'] });
    process.stdout.write(
      `This link sets a new password for ${name}; it works once, for an hour:\n\n${link}\n\n` +
        (options['two-factor']
          ? 'Two-factor sign-in is off. Set it up again after signing in.\n'
          : 'Two-factor sign-in, where it is on, still asks for a code; --two-factor switches it off.\n'),
    );
  });
});
