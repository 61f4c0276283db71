/** People behind the labels of a transcript. */
import { invalid, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, insertRows, query, transaction, updateRows, upsertRow } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { fold } from '../../../kernel/text.ts';
import type { Meeting, SpeakerUpdate } from '../contract.ts';
import { talkOf } from '../engine/analysis.ts';
import type { Segment } from '../engine/transcript.ts';
import { MEETINGS } from '../paths.ts';
import { readMeeting, requireMeeting } from './read.ts';

/** Speakers of one meeting that are told apart; the others count as nobody. */
const MAX_SPEAKERS = 60;

interface Person {
  name: string;
  userId: string | null;
  contactId: string | null;
}

/** Labels that a program gave: nobody is called so in the next meeting. */
const isGeneric = (label: string) => /^(?:speaker|participant|unknown|guest|user)\b[\s\d_a-z]{0,6}$/i.test(label);

async function rememberedVoices(labels: readonly string[]): Promise<Map<string, Person>> {
  const rows = await query<Person & { key: string }>(
    `select v.label_key as key, coalesce(p.name, v.name) as name, v.user_id as "userId", v.contact_id as "contactId"
       from meeting_voices v left join workspace_people p on p.id = v.user_id
      where v.workspace_id = $1 and v.label_key = any($2::text[])`,
    [currentWorkspaceId(), labels.map((label) => fold(label))],
  );
  return new Map(rows.map(({ key, ...person }) => [key, person]));
}

/** Teammates and contacts that are called exactly so; two of a name are not guessed at. */
async function namesakes(labels: readonly string[]): Promise<Map<string, Person>> {
  const lower = labels.map((label) => label.toLowerCase());
  const rows = await query<Person & { key: string }>(
    `select lower(name) as key, name, id as "userId", null::uuid as "contactId" from workspace_people
       where active and lower(name) = any($2::text[])
     union all
     select lower(trim(first_name || ' ' || last_name)), trim(first_name || ' ' || last_name), null, id from contacts
       where workspace_id = $1 and deleted_at is null and lower(trim(first_name || ' ' || last_name)) = any($2::text[])`,
    [currentWorkspaceId(), lower],
  );
  const people = new Map<string, Person>();
  for (const key of new Set(rows.map((row) => row.key))) {
    const same = rows.filter((row) => row.key === key);
    const teammates = same.filter(({ userId }) => userId);
    const [one, another] = teammates.length > 0 ? teammates : same;
    if (one && !another) people.set(key, one);
  }
  return people;
}

/** Stores who spoke, in the ambient transaction. */
export async function insertSpeakers(meetingId: string, segments: readonly Segment[]): Promise<void> {
  const talks = talkOf(segments).slice(0, MAX_SPEAKERS);
  const labels = talks.map(({ speaker }) => speaker).filter((label) => !isGeneric(label));
  const [known, called] = [await rememberedVoices(labels), await namesakes(labels)];
  await insertRows(
    'meeting_speakers',
    talks.map(({ speaker: label, ...talk }) => {
      const person = isGeneric(label) ? undefined : (known.get(fold(label)) ?? called.get(label.toLowerCase()));
      return {
        meetingId,
        workspaceId: currentWorkspaceId(),
        label,
        name: person?.name ?? label,
        userId: person?.userId ?? null,
        contactId: person?.contactId ?? null,
        ...talk,
      };
    }),
  );
}

async function personOf({ name, userId, contactId }: SpeakerUpdate): Promise<Person> {
  if (name) return { name, userId: null, contactId: null };
  const [row] = userId
    ? await query<{ name: string }>('select name from workspace_people where id = $1 and active', [userId])
    : await query<{ name: string }>(
        `select trim(first_name || ' ' || last_name) as name from contacts
          where id = $1 and workspace_id = $2 and deleted_at is null`,
        [contactId, currentWorkspaceId()],
      );
  if (!row) throw invalid(userId ? 'userId' : 'contactId', userId ? 'Choose a teammate.' : 'Choose a contact.');
  return { name: row.name || 'Unnamed contact', userId: userId ?? null, contactId: contactId ?? null };
}

/** @throws AppError `not_found`, `validation` */
export async function nameSpeaker(meetingId: string, input: SpeakerUpdate): Promise<Meeting> {
  await transaction(async () => {
    await requireMeeting(meetingId);
    const person = await personOf(input);
    const { label } = input;
    if ((await updateRows('meeting_speakers', { ...person }, { meetingId, label })) === 0)
      throw notFound('The speaker');
    if (!isGeneric(label))
      await upsertRow('meeting_voices', { workspaceId: currentWorkspaceId(), labelKey: fold(label), ...person }, [
        'workspaceId',
        'labelKey',
      ]);
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  });
  return readMeeting(meetingId);
}
