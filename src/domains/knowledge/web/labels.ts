import type { KnowledgeSource } from '../contract.ts';

export const ROLE_LABELS: Readonly<Record<string, string>> = {
  owner: 'Owners of the workspace',
  member: 'Members of the workspace',
  admin: 'Administrators',
  opus_team: 'Fund team',
};

export const KIND_LABELS: Readonly<Record<KnowledgeSource['kind'], string>> = {
  files: 'Files',
  web: 'Web pages',
  notes: 'Notes',
  answers: 'Verified answers',
  feed: 'From this product',
};

/** Who reads a source, in a few words. */
export function audienceText({ audience, roles, people, owner }: KnowledgeSource): string {
  if (audience === 'everyone') return 'Everyone';
  if (audience === 'roles') return roles.map((role) => ROLE_LABELS[role] ?? role).join(', ');
  const names = people.map(({ name }) => name);
  const all = owner && !names.includes(owner.name) ? [owner.name, ...names] : names;
  return all.length > 3 ? `${all.slice(0, 2).join(', ')} and ${all.length - 2} more` : all.join(', ') || 'No one';
}

const TYPES: readonly (readonly [string, string])[] = [
  ['pdf', 'PDF'],
  ['wordprocessing', 'Word'],
  ['spreadsheet', 'Excel'],
  ['presentation', 'PowerPoint'],
  ['html', 'Web page'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['tab-separated', 'TSV'],
  ['rfc822', 'Email'],
  ['image/', 'Image'],
];
export const typeLabel = (type: string): string => TYPES.find(([part]) => type.includes(part))?.[1] ?? 'Text';
