/** Servers of an address: what providers are known, and what domains publish (RFC 6186, Mozilla's autoconfig). */
import { Parser } from 'htmlparser2';
import type { MailServer, MailServers } from '../contract/shapes.ts';
import { PRESETS } from './presets.ts';

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' });
const starttls = (host: string, port: number): MailServer => ({ host, port, security: 'starttls' });
const own = (imap: MailServer, smtp: MailServer): Servers => ({ kind: 'imap', imap, smtp });

export type Servers = Pick<MailServers, 'kind'> & { imap: MailServer; smtp: MailServer };

const GMAIL: Servers = { kind: 'gmail', ...PRESETS.gmail };
const MICROSOFT: Servers = { kind: 'microsoft', ...PRESETS.microsoft };
const YAHOO = own(tls('imap.mail.yahoo.com', 993), tls('smtp.mail.yahoo.com', 465));
const ICLOUD = own(tls('imap.mail.me.com', 993), starttls('smtp.mail.me.com', 587));
const AOL = own(tls('imap.aol.com', 993), tls('smtp.aol.com', 465));
const FASTMAIL = own(tls('imap.fastmail.com', 993), tls('smtp.fastmail.com', 465));
const ZOHO = own(tls('imappro.zoho.com', 993), tls('smtppro.zoho.com', 465));
const GMX = own(tls('imap.gmx.com', 993), starttls('mail.gmx.com', 587));
const WEB_DE = own(tls('imap.web.de', 993), starttls('smtp.web.de', 587));
const IONOS = own(tls('imap.ionos.com', 993), tls('smtp.ionos.com', 465));

const DOMAINS: readonly (readonly [RegExp, Servers])[] = [
  [/^(?:gmail|googlemail)\.com$/, GMAIL],
  [/^(?:outlook|hotmail|live|msn|passport)(?:\.com?)?\.[a-z]{2,3}$/, MICROSOFT],
  [/^(?:yahoo(?:\.com?)?\.[a-z]{2,3}|ymail\.com|rocketmail\.com)$/, YAHOO],
  [/^(?:icloud|me|mac)\.com$/, ICLOUD],
  [/^aol\.com$/, AOL],
  [/^fastmail\.(?:com|fm)$/, FASTMAIL],
  [/^gmx\.(?:com|us)$/, GMX],
  [/^gmx\.(?:de|net|at|ch)$/, own(tls('imap.gmx.net', 993), starttls('mail.gmx.net', 587))],
  [/^web\.de$/, WEB_DE],
  [/^t-online\.de$/, own(tls('secureimap.t-online.de', 993), tls('securesmtp.t-online.de', 465))],
];

/** Hosts that take mail for other domains tell whose mailboxes these are. */
const MX: readonly (readonly [RegExp, Servers])[] = [
  [/(?:^|\.)(?:google|googlemail)\.com$/, GMAIL],
  [/\.mail\.protection\.outlook\.com$|\.mx\.microsoft$/, MICROSOFT],
  [/\.messagingengine\.com$/, FASTMAIL],
  [/(?:^|\.)zoho\.com$/, ZOHO],
  [/\.mail\.icloud\.com$/, ICLOUD],
  [/\.(?:ionos|1and1)\.com$/, IONOS],
];

const find = (list: readonly (readonly [RegExp, Servers])[], name: string) =>
  list.find(([pattern]) => pattern.test(name.toLowerCase().replace(/\.$/, '')))?.[1];

/** The provider of a domain that everyone has addresses in. */
export const providerOfDomain = (domain: string): Servers | undefined => find(DOMAINS, domain);
/** The provider behind a domain's own addresses. */
export const providerOfMx = (hosts: readonly string[]): Servers | undefined => find(MX, hosts[0] ?? '');

export interface SrvRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

/** The record to use: lowest priority, then highest weight; none where a domain says that it has no such service. */
export function preferredSrv(records: readonly SrvRecord[]): SrvRecord | undefined {
  const [first] = records.toSorted((one, other) => one.priority - other.priority || other.weight - one.weight);
  return first && first.name !== '' && first.name !== '.' && first.port > 0 ? first : undefined;
}

/** SRV services in the order in which they are preferred: encrypted from the first byte comes before STARTTLS (RFC 8314). */
export const SRV_SERVICES = {
  imap: [
    ['_imaps._tcp', 'tls'],
    ['_imap._tcp', 'starttls'],
  ],
  smtp: [
    ['_submissions._tcp', 'tls'],
    ['_submission._tcp', 'starttls'],
  ],
} as const;

const SOCKETS: Readonly<Record<string, MailServer['security']>> = { SSL: 'tls', STARTTLS: 'starttls' };
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/**
 * Reads Mozilla's `config-v1.1.xml`. Servers in clear text are left out.
 * @returns undefined without both an IMAP and an SMTP server
 */
export function readAutoconfig(xml: string, address: string): (Servers & { userName: string }) | undefined {
  const [local = '', domain = ''] = address.split('@');
  const fill = (text: string) =>
    text
      .trim()
      .replaceAll('%EMAILADDRESS%', address)
      .replaceAll('%EMAILLOCALPART%', local)
      .replaceAll('%EMAILDOMAIN%', domain);
  const found: { imap?: MailServer & { userName: string }; smtp?: MailServer } = {};
  let server: { type: string; values: Record<string, string> } | undefined;
  let tag = '';
  const parser = new Parser(
    {
      onopentag(name, { type = '' }) {
        if (name === 'incomingServer' || name === 'outgoingServer') server = { type, values: {} };
        tag = name;
      },
      ontext(text) {
        if (server && text.length < 500) server.values[tag] = (server.values[tag] ?? '') + text;
      },
      onclosetag(name) {
        tag = '';
        if (!server || (name !== 'incomingServer' && name !== 'outgoingServer')) return;
        const { hostname = '', port = '', socketType = '', username = '' } = server.values;
        const host = fill(hostname).toLowerCase();
        const security = SOCKETS[socketType.trim().toUpperCase()];
        const number = Number(port.trim());
        if (security && HOST.test(host) && Number.isInteger(number) && number > 0 && number < 65_536) {
          if (server.type === 'imap') found.imap ??= { host, port: number, security, userName: fill(username) };
          if (server.type === 'smtp') found.smtp ??= { host, port: number, security };
        }
        server = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml.slice(0, 100_000));
  if (!found.imap || !found.smtp) return undefined;
  const { userName, ...imap } = found.imap;
  return { kind: 'imap', imap, smtp: found.smtp, userName: userName === address ? '' : userName.slice(0, 254) };
}
