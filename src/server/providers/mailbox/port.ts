/**
 * Signs people in to their mailboxes by OAuth 2 (RFC 6749, authorization code with PKCE, RFC 7636), with the client that
 * an administrator registered. The tokens open IMAP and SMTP by XOAUTH2.
 */
export interface MailboxServer {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
}

export interface SignInRequest {
  /** Where the service sends the browser back, as it is registered there. */
  redirectUri: string;
  state: string;
  /** Base64url of the SHA-256 of the verifier. */
  challenge: string;
  /** Address that the person means; blank: they choose. */
  address: string;
}

/** What a token endpoint gave. None of it may be logged. */
export interface MailboxGrant {
  accessToken: string;
  /** Undefined: the service keeps the previous one valid. */
  refreshToken: string | undefined;
  /** Seconds for which the access token holds. */
  expiresIn: number;
  /** Email address of the person, lower case; undefined where the service does not say. */
  address: string | undefined;
}

export interface MailboxSignIn {
  kind: 'gmail' | 'microsoft' | 'imap';
  imap: MailboxServer;
  smtp: MailboxServer;
  /** Where tokens come from. A refresh token goes nowhere else than to the endpoint that issued it. */
  tokenUrl: string;
  /** The page on which the person agrees. */
  authorizeUrl(request: SignInRequest): string;
  /** @throws ProviderError `refused` with `providerCode` `invalid_grant` for a code that is used up or expired */
  redeem(code: string, verifier: string, redirectUri: string): Promise<MailboxGrant>;
  /** @throws ProviderError `refused` with `providerCode` `invalid_grant` when access was revoked */
  renew(refreshToken: string): Promise<MailboxGrant>;
}

declare module '../define.ts' {
  interface PortClient {
    mailbox: MailboxSignIn;
  }
}
