/** Starter teams, and runs of them over the sample's own leads. */
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, insertRow, query, sql, updateRows } from '../../../server/db/index.ts';
import { draftEmail } from '../server/acts.ts';
import { queueActs } from '../server/act-steps.ts';
import { readStoredRun } from '../server/rows.ts';
import { starterOf } from '../server/starters.ts';
import { insertTeam } from '../server/teams.ts';
import type { Team } from '../contract.ts';

const HOUR = 3_600_000;

/** Run it in the workspace and in the name of its administrator, when its leads are there. */
export async function loadAgentTeams(now: Date): Promise<void> {
  const [research] = [
    await insertStarter('research-lead'),
    await insertStarter('weekly-report'),
    await insertStarter('tidy-duplicates'),
  ];
  const leads = await query<{ id: string; name: string; company: string }>(
    `select id, trim(first_name || ' ' || last_name) as name, company_name as company from leads
      where workspace_id = $1 and deleted_at is null and converted_at is null and first_name <> ''
        and company_name <> '' order by score desc, id limit 2`,
    [currentWorkspaceId()],
  );
  for (const [index, lead] of leads.entries())
    await loadRun(research, lead, new Date(now.getTime() - (index + 1) * 3 * HOUR), index === 0);
}

const insertStarter = (id: string) => insertTeam(starterOf(id)!, id);

async function loadRun(
  team: Team,
  lead: { id: string; name: string; company: string },
  at: Date,
  waits: boolean,
): Promise<void> {
  const id = newId();
  const workspaceId = currentWorkspaceId();
  const mail = {
    to: [],
    subject: `${lead.company}: a first question`,
    text: `Hello ${lead.name.split(' ')[0]},\n\nthank you for getting in touch. Before we suggest anything: which result would make the next quarter a good one for ${lead.company}?\n\nBest regards`,
  };
  const said = [
    `The lead: ${lead.name}, ${lead.company}.`,
    `- ${lead.name} works at ${lead.company} (the lead).\n- No earlier contact with the company (search of companies).`,
    `Subject: ${mail.subject}\n\n${mail.text}`,
    'The email is short, keeps to the facts, and asks one question. Saved as a draft.',
  ];
  await insertRow('agent_runs', {
    id,
    workspaceId,
    teamId: team.id,
    teamName: team.name,
    agents: team.agents,
    limits: team.limits,
    brief: 'Sample data: the texts were written manually.',
    recordType: 'lead',
    recordId: lead.id,
    recordName: lead.name,
    state: waits ? 'waiting' : 'done',
    steps: said.length,
    tokens: 4_180,
    cost: '0.0123',
    workedMs: 21_400,
    startedBy: currentUserId(),
    startedName: sql`(select p.name from workspace_people p where p.id = ${currentUserId()})`,
    createdAt: at.toISOString(),
    endedAt: waits ? null : new Date(at.getTime() + 40_000).toISOString(),
  });
  for (const [index, text] of said.entries()) {
    const agent = team.agents[index]!;
    await insertRow('agent_steps', {
      id: newId(),
      workspaceId,
      runId: id,
      position: index + 1,
      agentId: agent.id,
      kind: 'work',
      title: agent.role,
      state: 'done',
      input: { text: said.slice(0, index).join('\n\n') },
      output: { text, handTo: team.agents[index + 1]?.id ?? null },
      tokens: index === 0 ? 0 : 1_393,
      ms: index === 0 ? 40 : 7_100,
      createdAt: new Date(at.getTime() + index * 7_200).toISOString(),
      endedAt: new Date(at.getTime() + (index + 1) * 7_200).toISOString(),
    });
  }
  if (waits) {
    const run = await readStoredRun(id);
    await queueActs(run, team.agents.at(-1)!, [draftEmail(mail, { type: 'lead', id: lead.id })]);
    await updateRows('agent_runs', { steps: said.length + 1 }, { id });
  }
}
