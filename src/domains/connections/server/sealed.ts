/** The settings of a connection, apart: what may be read, and what is sealed for its row. */
import type { Provider } from '../../../server/providers/define.ts';
import { open, seal, SealError } from '../../../server/secrets/secrets.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';

export type Settings = Record<string, unknown>;

export interface SealedSettings {
  settings: Settings;
  secrets: string;
  hints: Record<string, string>;
}

/** A shorter secret would be half given away. */
const SHORTEST_WITH_HINT = 16;
const HINT_LENGTH = 4;

const contextOf = (connectionId: string) => `connection:${connectionId}`;

/** Takes complete settings apart for the row with this id. */
export function sealSettings(provider: Provider, id: string, complete: Settings): SealedSettings {
  const isSecret = (name: string) => provider.secrets.includes(name);
  const held = Object.entries(complete).filter(([name, value]) => isSecret(name) && value !== undefined);
  return {
    settings: Object.fromEntries(Object.entries(complete).filter(([name]) => !isSecret(name))),
    secrets: seal(JSON.stringify(Object.fromEntries(held)), contextOf(id)),
    hints: Object.fromEntries(held.map(([name, value]) => [name, hintOf(String(value))])),
  };
}

const hintOf = (secret: string) => (secret.length >= SHORTEST_WITH_HINT ? secret.slice(-HINT_LENGTH) : '');

/**
 * The complete settings of a connection.
 * @throws ProviderError `settings` when they were sealed with another key
 */
export function openSettings(row: { id: string; settings: unknown; secrets: string }): Settings {
  try {
    const secrets = JSON.parse(open(row.secrets, contextOf(row.id))) as Settings;
    return { ...(row.settings as Settings), ...secrets };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ProviderError(
      'settings',
      'The credentials of this connection were sealed with another secret key. Enter them again in Settings → Connections.',
      { cause: error },
    );
  }
}
