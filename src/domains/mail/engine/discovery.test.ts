import { describe, expect, it } from 'vitest';
import { preferredSrv, providerOfDomain, providerOfMx, readAutoconfig } from './discovery.ts';

const CONFIG = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="tan.example">
  <incomingServer type="pop3"><hostname>pop.tan.example</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
  <incomingServer type="imap"><hostname>clear.tan.example</hostname><port>143</port><socketType>plain</socketType></incomingServer>
  <incomingServer type="imap"><hostname>mail.%EMAILDOMAIN%</hostname><port>993</port><socketType>SSL</socketType><username>%EMAILLOCALPART%</username></incomingServer>
  <outgoingServer type="smtp"><hostname>Mail.tan.example</hostname><port> 587 </port><socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>`;

describe('discovery', () => {
  it.each([
    ['gmail.com', 'gmail'],
    ['outlook.com', 'microsoft'],
    ['hotmail.co.uk', 'microsoft'],
    ['yahoo.com', 'imap'],
    ['gmx.net', 'imap'],
    ['tan.example', undefined],
    ['notgmail.com', undefined],
  ])('knows the provider of %s', (domain, kind) => {
    expect(providerOfDomain(domain)?.kind).toBe(kind);
  });

  it.each([
    ['aspmx.l.google.com', 'gmail'],
    ['tan-example.mail.protection.outlook.com', 'microsoft'],
    ['in1-smtp.messagingengine.com', 'imap'],
    ['mx.google.com.evil.example', undefined],
    ['', undefined],
  ])('knows who takes mail at %s', (host, kind) => {
    expect(providerOfMx([host])?.kind).toBe(kind);
  });

  it('takes the SRV record with the lowest priority and highest weight', () => {
    const record = (name: string, priority: number, weight: number) => ({ name, port: 993, priority, weight });
    expect(preferredSrv([record('b', 10, 5), record('a', 10, 50), record('c', 20, 90)])?.name).toBe('a');
    expect(preferredSrv([{ ...record('.', 0, 0), port: 0 }])).toBeUndefined();
    expect(preferredSrv([])).toBeUndefined();
  });

  it('reads a published configuration, without servers in clear text', () => {
    expect(readAutoconfig(CONFIG, 'ada@tan.example')).toEqual({
      kind: 'imap',
      imap: { host: 'mail.tan.example', port: 993, security: 'tls' },
      smtp: { host: 'mail.tan.example', port: 587, security: 'starttls' },
      userName: 'ada',
    });
    expect(readAutoconfig('<html>Not found</html>', 'ada@tan.example')).toBeUndefined();
    expect(readAutoconfig(CONFIG.replace('Mail.tan.example', 'a b; rm'), 'ada@tan.example')).toBeUndefined();
  });
});
