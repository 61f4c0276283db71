/** Finds the servers of an address, so that people need not know them. Nothing but the domain's name leaves the machine. */
import { AppError } from '../../../kernel/errors.ts';
import { dns } from '../../../server/dns/resolver.ts';
import { OutgoingError, sendOutgoing } from '../../../server/http-client/client.ts';
import type { MailServer, MailServers } from '../contract.ts';
import {
  preferredSrv,
  providerOfDomain,
  providerOfMx,
  readAutoconfig,
  type Servers,
  SRV_SERVICES,
} from '../engine/discovery.ts';

const NOTHING: MailServers = { by: 'none', kind: 'imap', imap: null, smtp: null, userName: '' };
const CONFIG_MS = 4_000;

/** Names that nobody can own (RFC 6761): no one is asked about them. */
const RESERVED = /(?:^|\.)(?:example|invalid|localhost|test|local)$/;

/**
 * Known providers, then MX, SRV, the domain's published configuration, and common names. A DNS that does not answer
 * leaves the fields to the person, so nothing is thrown for it.
 */
export async function discoverServers(
  address: string,
  fetchConfig: FetchConfig = fetchPublished,
): Promise<MailServers> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const known = providerOfDomain(domain);
  if (known) return found('provider', known);
  if (RESERVED.test(domain) || !domain.includes('.')) return NOTHING;
  try {
    return await lookUp(domain, address, fetchConfig);
  } catch (error) {
    if (error instanceof AppError) return NOTHING;
    throw error;
  }
}

async function lookUp(domain: string, address: string, fetchConfig: FetchConfig): Promise<MailServers> {
  const behind = providerOfMx(await dns().mx(domain));
  if (behind) return found('mx', behind);
  const [imap, smtp] = await Promise.all([fromSrv(domain, 'imap'), fromSrv(domain, 'smtp')]);
  if (imap && smtp) return found('srv', { kind: 'imap', imap, smtp });
  const published = await publishedConfig(domain, address, fetchConfig);
  if (published) return { by: 'autoconfig', ...published };
  const named = await byNames(domain);
  return named ? found('names', named) : NOTHING;
}

const found = (by: MailServers['by'], servers: Servers): MailServers => ({ by, userName: '', ...servers });

async function fromSrv(domain: string, service: keyof typeof SRV_SERVICES): Promise<MailServer | undefined> {
  for (const [name, security] of SRV_SERVICES[service]) {
    const record = preferredSrv(await dns().srv(`${name}.${domain}`));
    if (record) return { host: record.name.replace(/\.$/, '').toLowerCase(), port: record.port, security };
  }
  return undefined;
}

/** @returns the text of a file; undefined where there is none */
type FetchConfig = (url: string) => Promise<string | undefined>;

async function fetchPublished(url: string): Promise<string | undefined> {
  try {
    const { status, body } = await sendOutgoing({ url, timeout: CONFIG_MS });
    return status === 200 ? new TextDecoder().decode(body) : undefined;
  } catch (error) {
    if (error instanceof OutgoingError) return undefined;
    throw error;
  }
}

/** The address itself stays here: only the file that is the same for the whole domain is read. */
async function publishedConfig(domain: string, address: string, fetchConfig: FetchConfig) {
  for (const url of [
    `https://autoconfig.${domain}/mail/config-v1.1.xml`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ]) {
    const [host] = await dns().addresses(new URL(url).hostname);
    const text = host && (await fetchConfig(url));
    const config = text ? readAutoconfig(text, address) : undefined;
    if (config) return config;
  }
  return undefined;
}

/** `imap.` or `mail.` of the domain, where the names exist. Whether they answer is tried when the mailbox is connected. */
async function byNames(domain: string): Promise<Servers | undefined> {
  const first = async (names: readonly string[]) => {
    for (const name of names) if ((await dns().addresses(`${name}.${domain}`)).length > 0) return `${name}.${domain}`;
    return undefined;
  };
  const [imap, smtp] = [await first(['imap', 'mail']), await first(['smtp', 'mail'])];
  if (!imap || !smtp) return undefined;
  return {
    kind: 'imap',
    imap: { host: imap, port: 993, security: 'tls' },
    smtp: { host: smtp, port: 465, security: 'tls' },
  };
}
