/** Two agents of the example agency, and calls that they took. */
import { addDays, dayAt } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import { instantAt } from '../../../kernel/wall-clock.ts';
import { insertRow, query } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import type { CallTurn, MenuStep, NewAgent } from '../contract.ts';
import { advance } from '../engine/call.ts';
import { type CallInput, newCall } from '../engine/call-state.ts';
import { starterAgent } from '../engine/starters.ts';
import { insertAgent } from '../server/agents.ts';
import { agentForCall, type CallChange, keepChange } from '../server/store.ts';

/** A caller as the machine hears them: seconds after the start, and a key or words. */
type Script = readonly (readonly [seconds: number, heard: string])[];

const CALLS: readonly { daysAgo: number; time: string; known: number | null; number: string; script: Script }[] = [
  {
    daysAgo: 1,
    time: '10:20',
    known: 0,
    number: '',
    script: [
      [9, '1'],
      [20, 'This is about the proposal. Could you send me the version with the monthly plan?'],
      [25, '#'],
    ],
  },
  { daysAgo: 2, time: '15:05', known: 1, number: '', script: [[8, 'Call me back']] },
  {
    daysAgo: 3,
    time: '19:40',
    known: null,
    number: '+12025550147',
    script: [[14, 'Hello, I would like a quote for a new website. My number is on the display.']],
  },
  {
    daysAgo: 5,
    time: '11:12',
    known: null,
    number: '+12025550162',
    script: [
      [7, '3'],
      [20, '2'],
    ],
  },
];

export async function loadWorkspace({ workspace, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const { timeZone } = workspace;
  const desk = await insertAgent({ ...(await frontDesk(timeZone)), number: '+12025550100' });
  await insertAgent({ ...starterAgent('messages', 'After-hours voicemail', timeZone), isOn: false });
  const people = await query<{ id: string; name: string; number: string; email: string }>(
    `select id, trim(first_name || ' ' || last_name) as name, phones->0->>'value' as number,
        coalesce(emails->0->>'value', '') as email from contacts
      where workspace_id = app_workspace() and deleted_at is null and jsonb_array_length(phones) > 0 order by id limit 2`,
  );
  const today = dayAt(now, timeZone);
  for (const { daysAgo, time, known, number, script } of CALLS) {
    const person = known === null ? undefined : people[known];
    if (known !== null && !person) continue;
    const startedAt = instantAt(`${workday(addDays(today, -daysAgo))}T${time}`, timeZone);
    await keepCall(desk, startedAt, person?.number ?? number, person ?? null, script);
  }
}

/** The front desk, which also books calls where the workspace offers them. */
async function frontDesk(timeZone: string): Promise<NewAgent> {
  const agent = starterAgent('front-desk', 'Front desk', timeZone);
  const [type] = await query<{ id: string }>(
    `select id from booking_types where workspace_id = app_workspace() and slug = 'intro-call' and deleted_at is null`,
  );
  if (!type) return agent;
  const steps = agent.steps.map((step): MenuStep =>
    step.kind === 'ask'
      ? {
          ...step,
          text: `${step.text.replace(/\.$/, '')}. To book an intro call, press 4.`,
          options: [...step.options, { digit: '4', words: ['book', 'appointment'], next: 'book' }],
        }
      : step,
  );
  const book: MenuStep = {
    id: 'book',
    name: 'Book an intro call',
    kind: 'book',
    text: 'Let’s find a time for your intro call.',
    typeId: type.id,
    next: 'goodbye',
    otherwise: 'message',
  };
  return { ...agent, steps: [...steps, book] };
}

/** The day, or the Friday before a weekend. */
function workday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0);
}

async function keepCall(
  agentId: string,
  startedAt: string,
  number: string,
  contact: { id: string; name: string; email: string } | null,
  script: Script,
): Promise<void> {
  const found = (await agentForCall(agentId))!;
  const start = Date.parse(startedAt);
  const setup: CallInput = { type: 'setup', sessionId: '', callSid: '', from: number, to: '', at: start };
  const inputs: CallInput[] = [
    setup,
    ...script.map(([seconds, heard]): CallInput => {
      const at = start + seconds * 1_000;
      return heard.length === 1
        ? { type: 'dtmf', digit: heard, at }
        : { type: 'prompt', voicePrompt: heard, last: true, at };
    }),
    ...[40, 48, 56, 64].map((seconds): CallInput => ({ type: 'silence', at: start + seconds * 1_000 })),
  ];
  let state = newCall(number);
  const turns = new Map<number, CallTurn>();
  const tasks: CallChange['tasks'][number][] = [];
  let ended: CallChange['ended'] = null;
  for (const input of inputs) {
    const moved = advance(found.plan, state, input);
    state = moved.state;
    for (const effect of moved.effects) {
      if (effect.type === 'turn')
        turns.set(effect.turn.position, { ...effect.turn, latencyMs: effect.turn.by === 'agent' ? 2 : null });
      if (effect.type === 'task') tasks.push(effect.task);
      if (effect.type === 'ended') ended = { outcome: effect.outcome, transferTo: effect.transferTo };
    }
  }
  const workspaceId = (await query<{ id: string }>('select app_workspace() as id'))[0]!.id;
  const id = newId();
  await insertRow('phone_calls', {
    id,
    workspaceId,
    agentId,
    agentName: found.agent.name,
    kind: 'inbound',
    state: 'live',
    number,
    contactId: contact?.id ?? null,
    startedAt,
    connectedAt: startedAt,
  });
  const seconds = Math.max(...[...turns.values()].map(({ atMs }) => atMs)) / 1_000 + 4;
  const endedAt = new Date(start + seconds * 1_000).toISOString();
  const call = { id, workspaceId, kind: 'inbound' as const, number, contact, isLogged: true, tells: false, ...found };
  await keepChange(call, { turns: [...turns.values()], tasks, ended: ended && { ...ended, at: endedAt } });
}
