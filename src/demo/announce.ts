/** Console message about sample data after the start. */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';

/** The sample accounts in demo mode, a warning when they exist without it, otherwise nothing. */
export function announce({ demo, hasExampleAccounts }: { demo: boolean; hasExampleAccounts: boolean }): string {
  if (demo) return exampleAccounts();
  if (!hasExampleAccounts) return '';
  return [
    '',
    'Warning: this data folder holds the example business with its public accounts and was started without --demo.',
    'The sign-in page does not list them, but anyone who knows them can sign in. For real work use an empty DATA_DIR.',
    '',
  ].join('\n');
}

function exampleAccounts(): string {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  return [
    '',
    'This is example data: every person and business in it is invented. Nothing here is sent anywhere.',
    `Sign in with the password ${DEMO_PASSWORD} as`,
    ...DEMO_ACCOUNTS.map(({ email, label }) => `  ${email.padEnd(width)}  ${label}`),
    '',
    '',
  ].join('\n');
}
