/** Sentences about changes to a watched record. */
import type { Agent } from '../contract/field-values.ts';

export interface Change {
  /** `updated`, `note_added`, … */
  acts: readonly string[];
  /** Names of the fields that were changed, as in the contract. */
  fields: readonly string[];
  /** Ids of those who did it. */
  actors: readonly string[];
}

const ACT_WORDS: Record<string, string> = {
  deleted: 'moved it to the trash',
  restored: 'restored it',
  merged: 'merged another into it',
  converted: 'converted it',
  reopened: 'opened it again',
  completed: 'completed it',
  cancelled: 'canceled it',
  won: 'won it',
  lost: 'lost it',
  renewed: 'renewed it',
  note_added: 'wrote a note',
  file_added: 'attached a file',
};

const MAX_FIELDS = 6;

/** Labels of custom fields, by key. */
export type OwnLabels = ReadonlyMap<string, string>;

/**
 * `ownerId` → `owner`, `companyName` → `company name`; a field of one's own by its label, one that no one knows any
 * more by its key.
 */
export function fieldInWords(field: string, own: OwnLabels = new Map()): string {
  const label = field.startsWith('custom.') ? own.get(field.slice('custom.'.length)) : undefined;
  if (label !== undefined) return label;
  const name = field
    .replace(/^custom\./, '')
    .replace(/(?<=.)Id$/, '')
    .replace(/^businessLicense$/, 'businessLicense');
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** An automation's name within a sentence: `the workflow “Greet”`. */
export function agentInWords({ kind, name }: Agent): string {
  if (kind === 'sync') return name ? `the sync with “${name}”` : 'a sync';
  const what = kind === 'form' ? 'web form' : 'workflow';
  return name ? `the ${what} “${name}”` : `a ${what}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/**
 * @param by names of the people who did it
 * @param agents what else did: `the workflow “Greet”`; no one and nothing: the system did
 */
export function changesInWords(
  { acts, fields }: Change,
  by: readonly string[],
  agents: readonly string[] = [],
  own?: OwnLabels,
): string {
  const people = by.length > 3 ? [`${by.length} people`] : by.toSorted((one, other) => one.localeCompare(other, 'en'));
  const others =
    agents.length > 3
      ? [`${agents.length} automations`]
      : agents.toSorted((one, other) => one.localeCompare(other, 'en'));
  const who = people.length + others.length === 0 ? 'An automation' : capital(listed([...people, ...others]));
  const labels = [...new Set(fields.map((field) => fieldInWords(field, own)))].toSorted((one, other) =>
    one.localeCompare(other, 'en'),
  );
  const shown =
    labels.length > MAX_FIELDS ? [...labels.slice(0, MAX_FIELDS), `${labels.length - MAX_FIELDS} more`] : labels;
  const did = Object.keys(ACT_WORDS)
    .filter((act) => acts.includes(act))
    .map((act) => ACT_WORDS[act]!);
  if (acts.includes('updated')) did.unshift(shown.length > 0 ? `changed ${listed(shown)}` : 'changed it');
  return `${who} ${listed(did)}.`;
}
