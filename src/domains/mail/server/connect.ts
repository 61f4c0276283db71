/** Connections to mail servers. The name of a server is checked as an address that people enter: no private networks. */
import { ImapFlow } from 'imapflow';
import { AppError } from '../../../kernel/errors.ts';
import { OutgoingError, resolveOutgoing } from '../../../server/http-client/client.ts';
import { log } from '../../../server/observability/log.ts';
import type { MailProvider } from '../../../server/providers/mail/port.ts';
import { openSmtpMail } from '../../../server/providers/mail/smtp.ts';
import type { MailServer } from '../contract.ts';

export interface Login {
  server: MailServer;
  user: string;
  password: string;
}

/** `isFinal`: trying again does not help until someone changes something. */
export class MailServerError extends AppError {
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, cause?: unknown) {
    super('unavailable', message, { cause });
    this.isFinal = isFinal;
  }
}

const CONNECT_MS = 15_000;
const MAX_MESSAGE = 60_000_000;

/** A signed-in connection. @throws MailServerError */
export async function openImap({ server, user, password }: Login): Promise<ImapFlow> {
  const { host, port, security } = server;
  const address = await resolved(server);
  const client = new ImapFlow({
    host: address,
    port,
    servername: host,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
    logger: false,
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: 120_000,
    autoIdleDelay: 500,
    maxIdleTime: 60_000,
    maxLiteralSize: MAX_MESSAGE,
    maxResponseSize: MAX_MESSAGE * 2,
    maxLineLength: 20_000_000,
    clientInfo: { name: 'Gauntlet' },
  });
  // A connection that breaks while nothing is asked of it; the next command fails and says so.
  client.on('error', (error: unknown) => log().debug({ err: error }, 'a connection to a mailbox broke'));
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw explain(error, server);
  }
  return client;
}

/** @throws MailServerError */
export async function openSmtp({ server, user, password }: Login): Promise<MailProvider> {
  const { host, port, security } = server;
  return openSmtpMail({ host: await resolved(server), serverName: host, port, security, user, password });
}

async function resolved({ host, port }: MailServer): Promise<string> {
  try {
    return await resolveOutgoing(host, port);
  } catch (error) {
    if (error instanceof OutgoingError) throw new MailServerError(error.message, error.kind === 'refused', error);
    throw error;
  }
}

interface ImapFailure {
  authenticationFailed?: boolean;
  code?: string;
  responseText?: string;
  message?: string;
}

function explain(error: unknown, { host, port }: MailServer): MailServerError {
  const { authenticationFailed, code, responseText, message = '' } = error as ImapFailure;
  const server = `${host}:${port}`;
  const said = responseText ? ` It answered: ${responseText.slice(0, 200)}` : '';
  if (authenticationFailed)
    return new MailServerError(
      `The mail server ${server} did not accept the user name and password.${said}`,
      true,
      error,
    );
  if (/certificate|ssl|tls|wrong version number/i.test(message))
    return new MailServerError(
      `A secure connection to the mail server ${server} could not be made: ${message}.`,
      true,
      error,
    );
  if (code === 'ECONNREFUSED')
    return new MailServerError(
      `The mail server ${server} refused the connection. Check the server and the port.`,
      false,
      error,
    );
  return new MailServerError(
    `The mail server ${server} could not be reached: ${message || 'no answer'}.${said}`,
    false,
    error,
  );
}
