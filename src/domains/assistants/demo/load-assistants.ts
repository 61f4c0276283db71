/** A conversation with the assistant about the sample's own deals, and a month of sample calls of language models. */
import { newId } from '../../../kernel/ids.ts';
import { asSystem, currentWorkspaceId, execute, insertRow, query } from '../../../server/db/index.ts';

const HOUR = 3_600_000;
const QUESTION = 'Which of my deals close next?';

/** Run it in the workspace, when its opportunities are there. */
export async function loadAssistants(people: readonly string[], now: Date): Promise<void> {
  await loadConversation(people[0]!, new Date(now.getTime() - 26 * HOUR));
  await loadCalls(people, now);
}

async function loadConversation(userId: string, at: Date): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const deals = await query<{ id: string; name: string; day: string }>(
    `select o.id, o.name, to_char(o.expected_close, 'FMMonth FMDD') as day from opportunities o
      where o.workspace_id = $1 and o.owner_id = $2 and o.deleted_at is null and o.expected_close >= $3::date
        and o.closed_at is null
      order by o.expected_close, o.id limit 3`,
    [workspaceId, userId, at.toISOString()],
  );
  const list = deals.map(({ id, name, day }) => `- [${name}](/opportunities/${id}), ${day}`).join('\n');
  const text = list ? `These of your open deals close next:\n\n${list}` : 'None of your open deals has a closing date.';
  const conversation = { id: newId(), workspaceId, userId, title: QUESTION };
  const createdAt = at.toISOString();
  await insertRow('assistant_conversations', { ...conversation, createdAt, lastMessageAt: createdAt });
  const common = { workspaceId, conversationId: conversation.id };
  await insertRow('assistant_messages', { id: newId(), ...common, side: 'person', text: QUESTION, createdAt });
  const answeredAt = new Date(at.getTime() + 4_000).toISOString();
  await insertRow('assistant_messages', { id: newId(), ...common, side: 'assistant', text, createdAt: answeredAt });
}

/** Thirty days of calls: more on workdays, a small model for most, now and then a failure. */
async function loadCalls(people: readonly string[], now: Date): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await asSystem(() =>
    execute(
      `insert into model_calls (id, workspace_id, user_id, purpose, model, state, error, input_tokens, cached_tokens,
         output_tokens, cost, first_ms, total_ms, created_at)
       select gen_random_uuid(), $1::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])],
         case when n % 5 = 0 then 'draft' when n % 7 = 0 then 'classify' else 'answer' end,
         case when n % 4 = 0 then 'sample-large' else 'sample-small' end,
         case when n % 29 = 0 then 'failed' else 'done' end,
         case when n % 29 = 0 then 'The service is overloaded. Try again later.' else '' end,
         1200 + (n * 397) % 2600, (n * 131) % 900, 80 + (n * 61) % 420,
         round((0.0012 + ((n * 53) % 40) * 0.0002) * case when n % 4 = 0 then 6 else 1 end, 6),
         240 + (n * 89) % 700, 900 + (n * 173) % 2800,
         $3::timestamptz - make_interval(days => day, mins => (n * 37) % 480)
       from generate_series(0, 29) as day,
         generate_series(day * 12, day * 12 + case when extract(isodow from $3::timestamptz - make_interval(days => day)) < 6
           then 7 + (day * 5) % 5 else 1 end) as n`,
      [workspaceId, people, now.toISOString()],
    ),
  );
}
