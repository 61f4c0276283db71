import * as z from 'zod';
import { type API_SCOPES, NewApiKey } from '../../contract/settings.ts';

/** Offered lives of a key, in days; "never" for one without an end. */
export const EXPIRIES = { 30: '30 days', 90: '90 days', 365: '1 year', never: 'Never' } as const;

type Scope = (typeof API_SCOPES)[number];

export const SCOPE_WORDS: Record<Scope, string> = {
  'contacts:read': 'Read contacts',
  'contacts:write': 'Create, update, and delete contacts',
  'leads:read': 'Read leads',
  'leads:write': 'Create, update, and delete leads',
  'opportunities:read': 'Read opportunities',
  'opportunities:write': 'Create, update, and delete opportunities',
  'activities:read': 'Read activities',
  'activities:write': 'Create, update, and delete activities',
  'approvals:read': 'Read approvals',
  'approvals:write': 'Decide on approvals',
  'automation:read': 'Read workflows, runs, and webhooks',
  'automation:write': 'Update workflows and webhooks, start runs',
  'events:write': 'Send website events',
  'manual:read': 'Search the manual',
  'knowledge:read': 'Search the knowledge base',
};

/** The dialog's fields; the contract counts expiration in days. */
export const ApiKeyForm = NewApiKey.omit({ expiresInDays: true }).extend({
  expiry: z.enum(['30', '90', '365', 'never']),
});

export function toNewApiKey({ expiry, ...rest }: z.output<typeof ApiKeyForm>): z.input<typeof NewApiKey> {
  return expiry === 'never' ? rest : { ...rest, expiresInDays: Number(expiry) };
}

/**
 * A command that works as it stands: reads the first contacts, or creates one where the key may only write.
 * @param origin of this installation, `https://gauntlet.example.com`
 * @param key the key itself, or a shell variable that holds it
 */
export function curlExample(origin: string, key: string, scopes: readonly Scope[]): string {
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const parts = scopes.includes('contacts:read')
    ? [`curl ${authorization}`, `"${origin}/api/contacts?limit=5"`]
    : [
        `curl ${authorization}`,
        '-H "Content-Type: application/json"',
        `-d '{"firstName":"Ada","lastName":"Lovelace"}'`,
        `"${origin}/api/contacts"`,
      ];
  return parts.join(' \\\n  ');
}
