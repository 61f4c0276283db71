/** Notices for administrators about this installation, shown in the system status. */
import type { Config } from './server/config.ts';
import type { Database } from './server/db/index.ts';
import { ANOTHER_KEY } from './server/secrets/key-fingerprint.ts';

export interface Circumstances {
  engine: Database['engine'];
  hasExampleAccounts: boolean;
  mailDelivers: boolean;
  /** A server with another key ran recently. */
  anotherKey: boolean;
}

export function notices(
  { appUrl, trustProxy }: Pick<Config, 'appUrl' | 'trustProxy'>,
  { engine, hasExampleAccounts, mailDelivers, anotherKey }: Circumstances,
): string[] {
  return [
    ...(anotherKey ? [ANOTHER_KEY] : []),
    // The server itself has no TLS, so a proxy in front of it does.
    ...(appUrl.startsWith('https:') && trustProxy === 0
      ? [
          'APP_URL begins with https, so a proxy stands before this server, but TRUST_PROXY is not set: everybody counts as one address, and ten wrong passwords in a minute, whoever tries them, keep all others out. Set TRUST_PROXY=1.',
        ]
      : []),
    ...(hasExampleAccounts
      ? [
          'This installation holds the example accounts, whose password is public. Keep nothing of value in it, and let nobody reach it from outside.',
        ]
      : []),
    ...(engine === 'pglite'
      ? [
          'This installation runs on the embedded database: good for trying out, development and a first small team. Move to PostgreSQL with "npm run db:move" before it grows.',
        ]
      : []),
    ...(mailDelivers
      ? []
      : [
          'Mail is kept on this server and not sent, password links included. Set SMTP_URL to send it; kept mails can be read at /admin?tab=mails.',
        ]),
  ];
}
