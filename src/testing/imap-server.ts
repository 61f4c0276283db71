/** A real IMAP server on loopback for tests: hoodiecrow, an in-memory server that speaks to real clients. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Mailbox {
  messages: { uid: number; flags: string[]; raw: string }[];
  uidvalidity: number;
  uidnext: number;
}
interface Hoodiecrow {
  server: Server;
  users: Record<string, { password: string; xoauth2?: { accessToken: string } }>;
  listen(port: number, host: string): void;
  getMailbox(path: string): Mailbox | undefined;
  appendMessage(mailbox: string, flags: string[], date: Date, raw: string): { message: { uid: number } };
}

export const IMAP_USER = 'desk';
export const IMAP_PASSWORD = 'correct horse';

export interface TestImap {
  port: number;
  /** Delivers a letter, as the server of the sender would. @returns its UID */
  deliver(raw: string, folder?: string, flags?: string[]): number;
  folder(path: string): Mailbox;
  /** Breaks all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Someone who signs in with an access token (XOAUTH2). */
export interface TokenUser {
  name: string;
  /** The token that is taken now. */
  accessToken: () => string;
}

/**
 * Starts a server with the folders of a usual mailbox. Its user is `IMAP_USER`.
 * @param port 0: a free one
 */
export async function startTestImap(port = 0, tokenUser?: TokenUser): Promise<TestImap> {
  const start = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;
  const folder = (use: string) => ({ 'special-use': use });
  const imap = start({
    plugins: [
      'ID',
      'STARTTLS',
      'AUTH-PLAIN',
      ...(tokenUser ? ['XOAUTH2'] : []),
      'SASL-IR',
      'NAMESPACE',
      'IDLE',
      'ENABLE',
      'CONDSTORE',
      'LITERALPLUS',
      'UNSELECT',
      'SPECIAL-USE',
      'CREATE-SPECIAL-USE',
      'MOVE',
      'UIDPLUS',
    ],
    storage: {
      INBOX: {},
      '': {
        separator: '/',
        folders: {
          Drafts: folder('\\Drafts'),
          Sent: folder('\\Sent'),
          Archive: folder('\\Archive'),
          Trash: folder('\\Trash'),
          Junk: folder('\\Junk'),
        },
      },
    },
    users: {
      [IMAP_USER]: { password: IMAP_PASSWORD },
      ...(tokenUser && {
        [tokenUser.name]: {
          password: IMAP_PASSWORD,
          xoauth2: {
            get accessToken() {
              return tokenUser.accessToken();
            },
          },
        },
      }),
    },
  });
  const sockets = new Set<Socket>();
  imap.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  imap.listen(port, '127.0.0.1');
  await once(imap.server, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (imap.server.address() as AddressInfo).port,
    deliver: (raw, path = 'INBOX', flags = []) => imap.appendMessage(path, flags, new Date(), raw).message.uid,
    folder: (path) => imap.getMailbox(path)!,
    hangUp,
    async close() {
      hangUp();
      imap.server.close();
      await once(imap.server, 'close');
    },
  };
}
