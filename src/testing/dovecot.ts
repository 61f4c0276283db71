/** Dovecot on loopback, for tests and benchmarks where it is installed: an IMAP server that many mailboxes have. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

const PROGRAM = '/usr/sbin/dovecot';
export const DOVECOT_USER = 'desk@tan.example';
export const DOVECOT_PASSWORD = 'correcthorse';

export interface Dovecot {
  port: number;
  /** Delivers a letter into the inbox, as a mail server on the same machine does. */
  deliver(raw: string): void;
  /** Letters of a folder by Maildir's name of it: '' is the inbox, '.Sent' the sent mail. */
  count(folder: string): number;
  close(): Promise<void>;
}

/** Whether Dovecot can be started here: it is installed, and may change to the account of the mailbox. */
export const hasDovecot = (): boolean => existsSync(PROGRAM) && process.getuid?.() === 0;

/** The account that owns the mailbox: Debian's `mail`. Dovecot serves no mailbox of root. */
const MAIL = 8;

export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-dovecot-'));
  const mail = join(folder, 'mail');
  const port = await freePort();
  for (const name of ['', 'cur', 'new', 'tmp']) mkdirSync(join(mail, name), { recursive: true });
  for (const name of ['', 'mail', 'mail/cur', 'mail/new', 'mail/tmp']) chownSync(join(folder, name), MAIL, MAIL);
  const config = join(folder, 'dovecot.conf');
  writeFileSync(config, configOf(folder, port));
  const server = spawn(PROGRAM, ['-F', '-c', config], { stdio: 'ignore' });
  await untilOpen(port);
  return {
    port,
    deliver(raw) {
      const name = `${Date.now()}.${randomUUID()}.test`;
      const path = join(mail, 'new', name);
      writeFileSync(path, raw);
      chownSync(path, MAIL, MAIL);
    },
    count(name) {
      const lettersIn = (part: string) => {
        const path = join(mail, name, part);
        return existsSync(path) ? readdirSync(path).length : 0;
      };
      return lettersIn('cur') + lettersIn('new');
    },
    async close() {
      const ended = once(server, 'exit');
      execFileSync(PROGRAM, ['-c', config, 'stop']);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configOf = (folder: string, port: number): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain
mail_location = maildir:${folder}/mail
first_valid_uid = 1
mail_max_userip_connections = 50
default_vsz_limit = 1G
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=${DOVECOT_PASSWORD}
}
userdb {
  driver = static
  args = uid=${MAIL} gid=${MAIL} home=${folder}/mail
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
  mailbox Drafts {
    auto = create
    special_use = \\Drafts
  }
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
  mailbox Archive {
    auto = create
    special_use = \\Archive
  }
}
`;

async function untilOpen(port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error('Dovecot did not start within 20 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
