/** Connections to mail servers. The name of a server is checked as an address that people enter: no private networks. */
import { ImapFlow } from 'imapflow';
import { AppError } from '../../../kernel/errors.ts';
import { OutgoingError, resolveOutgoing } from '../../../server/http-client/client.ts';
import { log } from '../../../server/observability/log.ts';
import { MailError, type MailProvider } from '../../../server/providers/mail/port.ts';
import { openSmtpMail } from '../../../server/providers/mail/smtp.ts';
import type { MailServer } from '../contract.ts';

/** How a mailbox is opened. */
export type Credential = { password: string } | { accessToken: string };
export type Login = { server: MailServer; user: string } & Credential;

/** `isFinal`: trying again does not help until someone changes something. */
export class MailServerError extends AppError {
  readonly isFinal: boolean;
  /** Whether the server refused who signs in, not what they ask for. */
  readonly isSignIn: boolean;

  constructor(message: string, isFinal: boolean, cause?: unknown, isSignIn = false) {
    super('unavailable', message, { cause });
    this.isFinal = isFinal;
    this.isSignIn = isSignIn;
  }
}

const credentialOf = (login: Login): Credential =>
  'accessToken' in login ? { accessToken: login.accessToken } : { password: login.password };

const CONNECT_MS = 15_000;
const MAX_MESSAGE = 60_000_000;

/** A signed-in connection. @throws MailServerError */
export async function openImap({ server, user, ...login }: Login): Promise<ImapFlow> {
  const { host, port, security } = server;
  const address = await resolved(server);
  const client = new ImapFlow({
    host: address,
    port,
    servername: host,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: 'accessToken' in login ? { user, accessToken: login.accessToken } : { user, pass: login.password },
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
    throw explain(error, server, 'accessToken' in login);
  }
  return client;
}

/** @throws MailServerError */
export async function openSmtp(login: Login): Promise<MailProvider> {
  const { server, user } = login;
  const { host, port, security } = server;
  return openSmtpMail({ host: await resolved(server), serverName: host, port, security, user, ...credentialOf(login) });
}

async function resolved({ host, port }: MailServer): Promise<string> {
  try {
    return await resolveOutgoing(host, port);
  } catch (error) {
    if (error instanceof OutgoingError) throw new MailServerError(error.message, error.kind === 'refused', error);
    throw error;
  }
}

/** Whether a server refused who signs in. */
export const isSignInRefused = (error: unknown): boolean =>
  error instanceof MailServerError
    ? error.isSignIn
    : error instanceof MailError &&
      error.kind === 'settings' &&
      (error.cause as { code?: string } | undefined)?.code === 'EAUTH';

interface ImapFailure {
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  code?: string;
  responseText?: string;
  message?: string;
}

/** A server that is busy refuses sign-ins, too (RFC 5530). */
const BUSY = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG)$/i;
const BUSY_WORDS = /too many simultaneous connections|not connected|temporar|try again later/i;

function explain(error: unknown, { host, port }: MailServer, isToken: boolean): MailServerError {
  const { authenticationFailed, serverResponseCode = '', code, responseText, message = '' } = error as ImapFailure;
  const server = `${host}:${port}`;
  const said = responseText ? ` It answered: ${responseText.slice(0, 200)}` : '';
  if (authenticationFailed && (BUSY.test(serverResponseCode) || BUSY_WORDS.test(responseText ?? '')))
    return new MailServerError(`The mail server ${server} takes no sign-ins just now.${said}`, false, error);
  if (authenticationFailed)
    return new MailServerError(
      `The mail server ${server} did not accept the ${isToken ? 'sign-in' : 'user name and password'}.${said}`,
      true,
      error,
      true,
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
