/** A real SMTP server on loopback for tests, with common server behaviors. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  /** Envelope addresses: the real recipients. */
  recipients: string[];
  parsed: ParsedMail;
  /** Whether the connection was encrypted. */
  secure: boolean;
  user: string | undefined;
}

export interface TestSmtp {
  port: number;
  mails: ReceivedMail[];
  close(): Promise<void>;
}

export const SMTP_USER = 'desk';
export const SMTP_PASSWORD = 'correct horse';

/**
 * Starts a server that accepts mail only from `SMTP_USER`. It answers 550 to recipients called `unknown@…`, 450 to
 * `busy@…`, and 552 to a message whose subject contains `too big`.
 * @param fixedPort 0: a free one
 */
export async function startTestSmtp(options: SMTPServerOptions = {}, fixedPort = 0): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      if (auth.username === SMTP_USER && auth.password === SMTP_PASSWORD) return done(null, { user: auth.username });
      done(new Error('Authentication credentials invalid'));
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('unknown@')) return done(refusal(550, 'No such mailbox'));
      if (address.startsWith('busy@')) return done(refusal(450, 'Mailbox busy, try again later'));
      done();
    },
    onData(stream, session, done) {
      simpleParser(stream).then((parsed) => {
        if (parsed.subject?.includes('too big')) return done(refusal(552, 'Message exceeds the maximum size'));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({
          recipients,
          parsed,
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        done(null, 'Accepted');
      }, done);
    },
    ...options,
  });
  // Some tests hang up in the middle.
  server.on('error', () => undefined);
  server.listen(fixedPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A server that accepts connections and sends only the greeting, if any. */
export async function startSilentServer(greeting = ''): Promise<TestSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (greeting) socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
