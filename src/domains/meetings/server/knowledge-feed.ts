/** Meetings as knowledge: what was said, by whom. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { defineKnowledgeSource } from '../../knowledge/index.ts';

const PAGE = 50;
const MOST_MEETINGS = 5_000;

defineKnowledgeSource({
  id: 'meetings',
  name: 'Meetings',
  about: 'What was said in meetings, by speaker. Meetings about private opportunities are left out.',
  async *documents() {
    let after = '00000000-0000-0000-0000-000000000000';
    for (let read = 0; read < MOST_MEETINGS;) {
      const rows = await query<{ id: string; title: string; at: string; text: string }>(
        `select m.id, m.title, m.held_at as at, (
            select string_agg(coalesce(nullif(coalesce(p.name, s.speaker), '') || ': ', '') || s.text, E'\\n' order by s.position)
              from meeting_segments s left join meeting_speakers p on p.meeting_id = m.id and p.label = s.speaker
              where s.meeting_id = m.id) as text
          from meetings m where m.workspace_id = $1 and m.id > $2 order by m.id limit ${PAGE}`,
        [currentWorkspaceId(), after],
      );
      for (const { id, title, at, text } of rows)
        yield { key: id, title, text, url: `/ai-meeting-assistant?meeting=${id}`, changedAt: at };
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
      read += rows.length;
    }
  },
});
