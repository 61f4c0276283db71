/** Services through which people sign in to their mailboxes: Google, Microsoft, and any other with OAuth 2. */
import * as z from 'zod';
import { appLink } from '../../app-url.ts';
import { defineProvider, type GuardedFetch } from '../define.ts';
import type { MailboxServer, MailboxSignIn, SignInRequest } from './port.ts';
import { type OAuthClient, requestGrant, verifyOAuthClient, withAddress } from './token-endpoint.ts';

/** The page to which services send browsers back. */
export const SIGN_IN_PAGE = '/ai-email-assistant';

const HttpAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    (value) => /^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value),
    'Enter an address that begins with https://.',
  );
const clientId = z.string().trim().min(1, 'Client ID is required.').max(300);
const clientSecret = z.string().trim().min(1, 'Client secret is required.').max(500);

interface Service extends OAuthClient {
  kind: MailboxSignIn['kind'];
  authorizeUrl: string;
  scope: string;
  /** Further parameters of the page on which the person agrees. */
  extra: Record<string, string>;
  imap: MailboxServer;
  smtp: MailboxServer;
}

function signInOf(service: Service, fetch: GuardedFetch): MailboxSignIn {
  const { kind, imap, smtp, tokenUrl, scope } = service;
  return {
    kind,
    imap,
    smtp,
    tokenUrl,
    authorizeUrl: (request) => authorizeUrl(service, request),
    async redeem(code, verifier, redirectUri) {
      const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
      return withAddress(service, await requestGrant(service, fields, fetch), fetch);
    },
    renew: (refreshToken) =>
      requestGrant(
        service,
        // Microsoft wants the scope again.
        { grant_type: 'refresh_token', refresh_token: refreshToken, ...(kind === 'microsoft' && { scope }) },
        fetch,
      ),
  };
}

function authorizeUrl(service: Service, { redirectUri, state, challenge, address }: SignInRequest): string {
  const url = new URL(service.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: service.clientId,
    redirect_uri: redirectUri,
    scope: service.scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...service.extra,
    ...(address && { login_hint: address }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const verify = (service: Service, fetch: GuardedFetch): Promise<void> =>
  verifyOAuthClient(service, appLink(SIGN_IN_PAGE), fetch);

const GoogleSettings = z.object({
  clientId: clientId.meta({
    title: 'Client ID',
    description:
      'In Google Cloud, create an OAuth client for a web application. Its redirect URI is the address of this site with /ai-email-assistant at the end.',
  }),
  clientSecret: clientSecret.meta({ title: 'Client secret', description: 'Of the same client.' }),
});

const google = (settings: z.output<typeof GoogleSettings>): Service => ({
  ...settings,
  kind: 'gmail',
  name: 'Google',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: '',
  scope: 'openid email https://mail.google.com/',
  // Only with both does Google give a refresh token each time.
  extra: { access_type: 'offline', prompt: 'consent' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
});

export const googleSignIn = defineProvider({
  port: 'mailbox',
  id: 'google',
  name: 'Google',
  summary: 'Lets people connect Gmail mailboxes by signing in with Google, without an app password.',
  settings: GoogleSettings,
  secrets: ['clientSecret'],
  open: (settings, { fetch }) => signInOf(google(settings), fetch),
  verify: (settings, { fetch }) => verify(google(settings), fetch),
});

const MicrosoftSettings = z.object({
  clientId: clientId.meta({
    title: 'Application (client) ID',
    description:
      'In Microsoft Entra, register an application with the permissions IMAP.AccessAsUser.All and SMTP.Send. Its web redirect URI is the address of this site with /ai-email-assistant at the end.',
  }),
  clientSecret: clientSecret.meta({
    title: 'Client secret',
    description: 'The value of a secret of that application, not its ID.',
  }),
  tenant: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, 'Enter a tenant ID, a domain, or “common”.')
    .default('common')
    .meta({ title: 'Tenant', description: 'Leave “common” for accounts of every organization and personal accounts.' }),
});

const microsoft = ({ tenant, ...settings }: z.output<typeof MicrosoftSettings>): Service => ({
  ...settings,
  kind: 'microsoft',
  name: 'Microsoft',
  authorizeUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
  tokenUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
  userInfoUrl: '',
  scope:
    'openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
  extra: { prompt: 'select_account' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
  smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
});

export const microsoftSignIn = defineProvider({
  port: 'mailbox',
  id: 'microsoft',
  name: 'Microsoft',
  summary: 'Lets people connect Microsoft 365 and Outlook mailboxes by signing in with Microsoft.',
  settings: MicrosoftSettings,
  secrets: ['clientSecret'],
  open: (settings, { fetch }) => signInOf(microsoft(settings), fetch),
  verify: (settings, { fetch }) => verify(microsoft(settings), fetch),
});

const host = (title: string) => z.string().trim().min(1, `${title} is required.`).max(253).meta({ title });
const port = (title: string, initial: number) => z.number().int().min(1).max(65_535).default(initial).meta({ title });
const security = (title: string) =>
  z.enum(['tls', 'starttls', 'none']).default('tls').meta({ title, description: '“none” is for a private network.' });

const OtherSettings = z.object({
  clientId: clientId.meta({
    title: 'Client ID',
    description:
      'Of a client that you register at the provider, with the address of this site and /ai-email-assistant at the end as its redirect URI.',
  }),
  clientSecret: z
    .string()
    .trim()
    .max(500)
    .default('')
    .meta({ title: 'Client secret', description: 'Leave it blank for a public client.' }),
  authorizeUrl: HttpAddress.meta({ title: 'Authorization address', description: 'The page on which people agree.' }),
  tokenUrl: HttpAddress.meta({ title: 'Token address' }),
  userInfoUrl: HttpAddress.or(z.literal(''))
    .default('')
    .meta({
      title: 'User info address',
      description: 'Needed only where the provider gives no identity token with an email address.',
    }),
  scope: z
    .string()
    .trim()
    .min(1, 'Scopes are required.')
    .max(500)
    .default('openid email offline_access')
    .meta({ title: 'Scopes', description: 'With spaces between them. They must include mail over IMAP and SMTP.' }),
  imapHost: host('IMAP server'),
  imapPort: port('IMAP port', 993),
  imapSecurity: security('IMAP security'),
  smtpHost: host('SMTP server'),
  smtpPort: port('SMTP port', 465),
  smtpSecurity: security('SMTP security'),
});

const other = (settings: z.output<typeof OtherSettings>): Service => ({
  ...settings,
  kind: 'imap',
  name: new URL(settings.tokenUrl).hostname,
  extra: {},
  imap: { host: settings.imapHost, port: settings.imapPort, security: settings.imapSecurity },
  smtp: { host: settings.smtpHost, port: settings.smtpPort, security: settings.smtpSecurity },
});

export const otherSignIn = defineProvider({
  port: 'mailbox',
  id: 'oauth',
  name: 'Another provider',
  summary: 'Any mail provider with OAuth 2 whose servers take XOAUTH2. People see the name of this connection.',
  settings: OtherSettings,
  secrets: ['clientSecret'],
  open: (settings, { fetch }) => signInOf(other(settings), fetch),
  verify: (settings, { fetch }) => verify(other(settings), fetch),
});
