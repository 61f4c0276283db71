/** The secrets that webhooks are signed with: sealed where they are kept, each openable only for its own endpoint. */
import { randomBytes } from 'node:crypto';
import { open, seal } from '../../../../server/secrets/secrets.ts';

const context = (endpointId: string) => `webhook-endpoint:${endpointId}`;

/** 24 random bytes, as the standard writes them. */
export function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

export function sealSecret(secret: string, endpointId: string): string {
  return seal(secret, context(endpointId));
}

export function openSecret(sealed: string, endpointId: string): string {
  return open(sealed, context(endpointId));
}

/** The secrets that sign now, the newest first: a day long the one that was replaced, too. */
export function secretsOf(row: {
  id: string;
  secret: string;
  previous_secret: string | null;
  previous_until: string | null;
}): string[] {
  const old =
    row.previous_secret && row.previous_until && Date.parse(row.previous_until) > Date.now()
      ? [openSecret(row.previous_secret, row.id)]
      : [];
  return [openSecret(row.secret, row.id), ...old];
}
