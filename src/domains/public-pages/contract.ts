/** Pages for people without an account: how the workspace shows itself there, and its own domains. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../kernel/endpoint.ts';
import { PUBLIC_PAGES } from './paths.ts';

const trimmed = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en')} characters.`);

export const PublicSite = z.strictObject({
  version: z.number().int(),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Use a color such as #1a2b3c.'),
  /** BCP 47: `en`, `es-MX`, `ar`. */
  language: trimmed(35).min(2, 'Enter a language such as en or es-MX.'),
  imprint: trimmed(600),
  privacyUrl: trimmed(500).regex(/^(https?:\/\/\S+)?$/, 'Enter an address that starts with https://.'),
});
export type PublicSite = z.infer<typeof PublicSite>;

/** A DNS record that someone adds where the domain is registered. */
export const DnsRecord = z.object({ type: z.enum(['TXT', 'CNAME', 'MX']), name: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof DnsRecord>;

export const PublicDomain = z.object({
  id: Id,
  host: z.string(),
  /** `pending`: not proven yet. `verified`: pages stand under it. `warning`: proven, but the last check found a problem. */
  state: z.enum(['pending', 'verified', 'warning']),
  problem: z.string(),
  records: z.array(DnsRecord),
  verifiedAt: Instant.nullable(),
  checkedAt: Instant.nullable(),
});
export type PublicDomain = z.infer<typeof PublicDomain>;

/** Domains that one workspace may have. */
export const MAX_DOMAINS = 20;

export const NewPublicDomain = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
      'Enter a subdomain such as pages.example.com, without https:// and without a path.',
    ),
});

const access = { tag: 'Public pages', access: 'user' } as const;

export const publicPagesApi = {
  site: endpoint({
    ...access,
    method: 'GET',
    path: PUBLIC_PAGES.site,
    summary: 'How the workspace shows itself on its public pages',
    response: PublicSite,
  }),
  saveSite: endpoint({
    ...access,
    method: 'PUT',
    path: PUBLIC_PAGES.site,
    summary: 'Change color, language, and imprint of the public pages',
    body: PublicSite,
    response: PublicSite,
    errors: ['validation', 'stale'],
  }),
  domains: endpoint({
    ...access,
    method: 'GET',
    path: PUBLIC_PAGES.domains,
    summary: "The workspace's own domains, with the DNS records they need",
    response: z.object({ items: z.array(PublicDomain) }),
  }),
  addDomain: endpoint({
    ...access,
    method: 'POST',
    path: PUBLIC_PAGES.domains,
    summary: 'Add a domain',
    description: 'It serves pages once its records were found.',
    status: 201,
    body: NewPublicDomain,
    response: PublicDomain,
    errors: ['validation', 'conflict'],
  }),
  checkDomain: endpoint({
    ...access,
    method: 'POST',
    path: `${PUBLIC_PAGES.domains}/{id}/check`,
    summary: "Look for the domain's records in the DNS",
    params: IdParams,
    response: PublicDomain,
    errors: ['not_found', 'conflict', 'unavailable', 'rate_limited'],
  }),
  removeDomain: endpoint({
    ...access,
    method: 'DELETE',
    path: `${PUBLIC_PAGES.domains}/{id}`,
    summary: 'Remove a domain',
    description: 'Links to pages under it stop working; the pages stay under the address of the product.',
    params: IdParams,
    errors: ['not_found'],
  }),
  isOurs: endpoint({
    tag: 'Public pages',
    access: 'public',
    method: 'GET',
    path: '/api/public/domains/check',
    summary: 'Whether a domain is verified',
    description: 'For a reverse proxy that gets certificates on demand: 204 for a verified domain, 404 otherwise.',
    query: z.object({ domain: z.string().max(253) }),
    errors: ['not_found'],
  }),
} as const;
