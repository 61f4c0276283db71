/** A note or comment as it is stored: formatted, as plain text, and with the people it mentions. */
import { query } from '../../../server/db/index.ts';
import { mapNodes, nodesOf } from '../../../kernel/rich-text.ts';
import { richTextToPlain } from '../../../kernel/rich-text-render.ts';
import type { RichText } from '../../../kernel/rich-text-types.ts';
import { trimmed } from '../../../kernel/text.ts';
import type { Person } from '../../engine/mentions.ts';
import { saidText } from '../../engine/note-search.ts';
import { peopleIn } from '../collaboration/notify.ts';

interface Said {
  text: string;
  /** JSON for the database; null for plain text. */
  body: string | null;
  mentions: Person[];
  /** The text that search uses. */
  searchText: string;
}

const mentionId = (node: { attrs?: Record<string, unknown> }): string => String(node.attrs?.['id']).toLowerCase();

/**
 * The mentions of a text under the names that their people have now, so that no one is shown under another name. Who is
 * not of the workspace becomes plain text.
 */
async function withKnownPeople(doc: RichText): Promise<{ doc: RichText; active: Person[] }> {
  const ids = [...nodesOf(doc.content)].filter(({ type }) => type === 'mention').map(mentionId);
  if (ids.length === 0) return { doc, active: [] };
  const people = await query<Person & { active: boolean }>(
    'select id, name, active from workspace_people where id = any($1)',
    [[...new Set(ids)]],
  );
  const known = new Map(people.map((person) => [person.id, person]));
  return {
    doc: mapNodes(doc, (node) => {
      if (node.type !== 'mention') return node;
      const person = known.get(mentionId(node));
      return person
        ? { ...node, attrs: { id: person.id, label: person.name } }
        : { type: 'text', text: `@${String(node.attrs?.['label'])}`, ...(node.marks && { marks: node.marks }) };
    }),
    active: people.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
  };
}

/** @param input checked; undefined is returned where it has neither text nor body */
export async function toNoteContent(input: {
  text?: string | undefined;
  body?: RichText | undefined;
  mentions?: string[] | undefined;
}): Promise<Said | undefined> {
  if (!input.body) {
    if (input.text === undefined) return undefined;
    const mentions = await peopleIn(input.text, input.mentions);
    return { text: input.text, body: null, mentions, searchText: saidText(input.text) };
  }
  const { doc, active } = await withKnownPeople(input.body);
  const text = trimmed(richTextToPlain(doc));
  const named = await peopleIn(text, [...(input.mentions ?? []), ...active.map(({ id }) => id)]);
  const others = active.filter(({ id }) => !named.some((one) => one.id === id));
  return { text, body: JSON.stringify(doc), mentions: [...named, ...others], searchText: saidText(text) };
}
