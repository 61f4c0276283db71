import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../kernel/errors.ts';
import { type DnsResolver, type SrvRecord, useDns } from '../../../server/dns/resolver.ts';
import { discoverServers } from './discover.ts';

afterEach(() => useDns(undefined));

const asked: string[] = [];
function zone({
  mx = {},
  srv = {},
  addresses = {},
}: {
  mx?: Record<string, string[]>;
  srv?: Record<string, SrvRecord[]>;
  addresses?: Record<string, string[]>;
}): void {
  asked.length = 0;
  const answer = <T>(records: Record<string, T[]>, name: string) => {
    asked.push(name);
    return Promise.resolve(records[name] ?? []);
  };
  const resolver: DnsResolver = {
    txt: () => Promise.resolve([]),
    cname: () => Promise.resolve([]),
    addresses: (name) => answer(addresses, name),
    mx: (name) => answer(mx, name),
    srv: (name) => answer(srv, name),
  };
  useDns(resolver);
}
const record = (name: string, port: number): SrvRecord => ({ name, port, priority: 0, weight: 1 });
const noFile = () => Promise.reject(new Error('No file may be asked for here'));

it('knows large providers without asking anyone', async () => {
  zone({});
  expect(await discoverServers('ada@gmail.com', noFile)).toMatchObject({ by: 'provider', kind: 'gmail' });
  expect(await discoverServers('ada@tan.example', noFile)).toMatchObject({ by: 'none', imap: null });
  expect(asked).toEqual([]);
});

it('finds the provider behind a domain by where its mail goes', async () => {
  zone({ mx: { 'tan.dental': ['tan-dental.mail.protection.outlook.com'] } });
  expect(await discoverServers('ada@tan.dental', noFile)).toMatchObject({ by: 'mx', kind: 'microsoft' });
});

it('finds servers by SRV records, encrypted ones first', async () => {
  zone({
    srv: {
      '_imaps._tcp.tan.dental': [record('Mail.tan.dental.', 993)],
      '_imap._tcp.tan.dental': [record('old.tan.dental', 143)],
      '_submissions._tcp.tan.dental': [record('.', 0)],
      '_submission._tcp.tan.dental': [record('out.tan.dental', 587)],
    },
  });
  expect(await discoverServers('ada@tan.dental', noFile)).toEqual({
    by: 'srv',
    kind: 'imap',
    userName: '',
    imap: { host: 'mail.tan.dental', port: 993, security: 'tls' },
    smtp: { host: 'out.tan.dental', port: 587, security: 'starttls' },
  });
});

it('reads the configuration that a domain publishes, and names only the domain', async () => {
  zone({ addresses: { 'tan.dental': ['203.0.113.7'] } });
  const urls: string[] = [];
  const config = `<clientConfig><incomingServer type="imap"><hostname>in.tan.dental</hostname><port>993</port><socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer><outgoingServer type="smtp"><hostname>out.tan.dental</hostname><port>465</port><socketType>SSL</socketType></outgoingServer></clientConfig>`;
  const servers = await discoverServers('ada@tan.dental', (url) => {
    urls.push(url);
    return Promise.resolve(config);
  });
  expect(servers).toMatchObject({ by: 'autoconfig', userName: '', imap: { host: 'in.tan.dental' } });
  expect(urls).toEqual(['https://tan.dental/.well-known/autoconfig/mail/config-v1.1.xml']);
});

it('falls back to common names that exist', async () => {
  zone({ addresses: { 'mail.tan.dental': ['203.0.113.7'], 'smtp.tan.dental': ['203.0.113.8'] } });
  expect(await discoverServers('ada@tan.dental', noFile)).toMatchObject({
    by: 'names',
    imap: { host: 'mail.tan.dental', port: 993, security: 'tls' },
    smtp: { host: 'smtp.tan.dental', port: 465, security: 'tls' },
  });
});

it('leaves the fields to the person when the DNS does not answer', async () => {
  zone({});
  const fails = () => Promise.reject(new AppError('unavailable', 'The DNS did not answer.'));
  useDns({ txt: fails, cname: fails, addresses: fails, mx: fails, srv: fails });
  expect(await discoverServers('ada@tan.dental', noFile)).toMatchObject({ by: 'none', imap: null, smtp: null });
});
