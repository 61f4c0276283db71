/** Mail through an SMTP server (submission, RFC 6409). */
import { createTransport } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import {
  checkMessage,
  MailError,
  type CheckedMessage,
  type MailAddress,
  type MailMessage,
  type MailProvider,
  type SentMail,
} from './port.ts';

export interface SmtpOptions {
  host: string;
  port: number;
  /**
   * `tls`: encrypted from the first byte (usually port 465). `starttls`: encrypted before signing in, refused otherwise
   * (usually 587). `none`: in clear, only for a relay on the same machine or network.
   */
  security: 'tls' | 'starttls' | 'none';
  user?: string;
  password?: string;
  /** Of OAuth 2, in place of a password (XOAUTH2). */
  accessToken?: string;
  /** Certificate authority of a private mail server, PEM. */
  ca?: string;
  /** Longest silence of the server, in milliseconds. */
  timeoutMs?: number;
  /** Name in the server's certificate, where `host` is its address. */
  serverName?: string;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** A whole send may take this many times the longest silence; a server that trickles is given up as well. */
const TOTAL_FACTOR = 3;

const DEFAULT_PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/**
 * Reads the setting `SMTP_URL`: `smtps://user:password@host` is `tls`, `smtp://user:password@host` is `starttls`, and
 * `smtp://host?security=none` stays in clear.
 */
export function smtpOptionsFromUrl(text: string): SmtpOptions {
  const url = new URL(text);
  const inClear = url.searchParams.get('security') === 'none';
  const security = url.protocol === 'smtps:' ? 'tls' : inClear ? 'none' : 'starttls';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : DEFAULT_PORTS[security],
    security,
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: url.password ? decodeURIComponent(url.password) : undefined,
  };
}

export function openSmtpMail(options: SmtpOptions): MailProvider {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const transport = createTransport(transportOptions(options, timeoutMs));
  return {
    name: `SMTP (${options.host}:${options.port})`,
    delivers: true,
    async send(message) {
      const checked = checkMessage(message);
      const signal = AbortSignal.timeout(timeoutMs * TOTAL_FACTOR);
      const info = await transport.sendMail({ ...compose(checked), signal }).catch((error: unknown) => {
        throw explain(error, options);
      });
      const refused = (info.rejectedErrors ?? []).map((error) => ({
        address: error.recipient ?? '',
        reason: error.response ?? error.message,
      }));
      return { id: checked.id, delivered: 'handed_over', refused } satisfies SentMail;
    },
    async verify() {
      await transport.verify().catch((error: unknown) => {
        throw explain(error, options);
      });
    },
    async close() {
      transport.close();
    },
  };
}

function transportOptions(
  { host, port, security, user, password, accessToken, ca, serverName }: SmtpOptions,
  timeoutMs: number,
): SMTPTransportOptions {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth:
      user && accessToken ? { type: 'OAuth2', user, accessToken } : user ? { user, pass: password ?? '' } : undefined,
    tls: { minVersion: 'TLSv1.2', ca, ...(serverName && { servername: serverName }) },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message is data: nothing in it may make this server open a file or a web address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mail as it goes over the wire, for a mailbox's folder of sent mail. */
export function renderMail(message: MailMessage): Promise<Buffer> {
  return render(checkMessage(message));
}

/** The same for a folder of drafts: it may have no recipients yet. */
export function renderDraft(message: MailMessage): Promise<Buffer> {
  const hasRecipients = [message.to, message.cc ?? [], message.bcc ?? []].some((list) => list.length > 0);
  if (hasRecipients) return renderMail(message);
  return render({ ...checkMessage({ ...message, to: [message.from] }), to: [] });
}

async function render(message: CheckedMessage): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: rendered } = await transport.sendMail({
    ...compose(message),
    // Without a recipient there is no envelope, and none is needed.
    envelope: { from: message.from.address, to: [message.from.address] },
  });
  return Buffer.isBuffer(rendered) ? rendered : Buffer.alloc(0);
}

const SIGNED_FIELDS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

/** A checked message in nodemailer's terms. */
function compose(message: CheckedMessage) {
  const mailbox = ({ address, name }: MailAddress) => ({ address, name: name ?? '' });
  return {
    messageId: `<${message.id}>`,
    from: mailbox(message.from),
    to: message.to.map(mailbox),
    cc: message.cc.map(mailbox),
    bcc: message.bcc.map(mailbox),
    replyTo: message.replyTo && mailbox(message.replyTo),
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: message.headers,
    ...(message.dkim && {
      dkim: {
        domainName: message.dkim.domain,
        keySelector: message.dkim.selector,
        privateKey: message.dkim.privateKey,
        // RFC 8058: the signature covers both fields of the unsubscribe link.
        headerFieldNames: SIGNED_FIELDS,
      },
    }),
    icalEvent: message.calendar && {
      method: message.calendar.method,
      filename: 'invite.ics',
      content: message.calendar.text,
    },
    attachments: message.attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(content),
    })),
  };
}

interface SmtpFailure {
  code?: string;
  /** The SMTP stage that failed: `CONN`, `MAIL FROM`, `DATA`, … */
  command?: string;
  responseCode?: number;
  response?: string;
  message: string;
}

/** Explains an error in words, and whether it can pass by itself. */
function explain(
  error: unknown,
  { host: address, port, accessToken, serverName: host = address }: SmtpOptions,
): MailError {
  const { code, responseCode = 0, response, message } = error as SmtpFailure;
  const server = `${host}:${port}`;
  // The content was on its way, and no answer came.
  const isUnderway = (error as SmtpFailure).command === 'DATA' && !responseCode;
  const said = response ? ` It answered: ${response}` : '';
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      // 4xx passes by itself (RFC 5321, section 4.2.1): the server is busy, or its store of accounts is away.
      if (responseCode >= 400 && responseCode < 500)
        return new MailError('temporary', `The mail server ${server} cannot check sign-ins just now.${said}`, error);
      return new MailError(
        'settings',
        `The mail server ${server} did not accept the ${accessToken ? 'sign-in' : 'user name and password'}.${said}`,
        error,
      );
    case 'ETLS':
      return new MailError(
        'settings',
        `A secure connection to the mail server ${server} could not be made: ${message}.`,
        error,
      );
    case 'EENVELOPE':
    case 'EMESSAGE':
      if (responseCode >= 400 && responseCode < 500)
        return new MailError('temporary', `The mail server ${server} does not take this mail just now.${said}`, error);
      return new MailError('refused', `The mail server ${server} refused the mail.${said}`, error);
    case 'ETIMEDOUT':
      return new MailError('temporary', `The mail server ${server} did not answer in time.`, error, isUnderway);
    case 'ESOCKET':
    case 'EDNS':
    case 'ECONNECTION':
      if (/certificate|ssl|tls|wrong version number/i.test(message)) {
        return new MailError(
          'settings',
          `A secure connection to the mail server ${server} could not be made: ${message}.`,
          error,
        );
      }
      return new MailError(
        'temporary',
        `The mail server ${server} could not be reached: ${message}.`,
        error,
        isUnderway,
      );
    default:
      if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
        return new MailError('temporary', `The mail server ${server} took too long.`, error, true);
      return new MailError(
        'temporary',
        `The mail server ${server} did not accept the mail: ${message}.${said}`,
        error,
        isUnderway,
      );
  }
}
