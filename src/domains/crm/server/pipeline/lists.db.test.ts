import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { activities, leads, opportunities } from '../../contract/pipeline.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function contactIn(workspaceId: string, firstName: string): Promise<string> {
  const id = newId();
  await asSystem(() => query(
    `insert into contacts (id, workspace_id, first_name, last_name, name_key, last_name_key, company_key, email_key, search_text) values ($1, $2, $3, 'Lovelace', '', '', '', '', '')`,
    [id, workspaceId, firstName],
  ));
  return id;
}

describe('leads and activities', () => {
  it('are listed newest first, for one contact or all, and paged without a gap', async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId });
    const contact = await contactIn(workspaceId, 'Ada');
    await asSystem(async () => {
      for (let n = 0; n < 5; n++) {
        await query('insert into leads (id, workspace_id, name, contact_id) values ($1, $2, $3, $4)', [newId(), workspaceId, `Lead ${n}`, n % 2 ? null : contact]);
        await query(`insert into activities (id, workspace_id, type, subject, contact_id) values ($1, $2, 'call', $3, $4)`, [newId(), workspaceId, `Call ${n}`, contact]);
      }
    });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await user.call(leads.list, { query: { limit: 2, cursor } });
      names.push(...page.items.map((lead) => lead.name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(names).toEqual(['Lead 4', 'Lead 3', 'Lead 2', 'Lead 1', 'Lead 0']);
    const own = await user.call(leads.list, { query: { contactId: contact } });
    expect(own.items.map((lead) => lead.name)).toEqual(['Lead 4', 'Lead 2', 'Lead 0']);
    expect((await user.call(activities.list, { query: { contactId: contact } })).items[0]).toMatchObject({ subject: 'Call 4', contact: { name: 'Ada Lovelace' } });
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect((await stranger.call(leads.list)).items).toEqual([]);
  });
});

describe('opportunities', () => {
  it('carry their stage and amount exactly, and are told apart by licence', async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId });
    const [pipeline, stage, license] = [newId(), newId(), newId()];
    await asSystem(async () => {
      await query('insert into pipelines (id, workspace_id, name) values ($1, $2, $3)', [pipeline, workspaceId, 'Sales']);
      await query(`insert into stages (id, workspace_id, pipeline_id, name, position, probability) values ($1, $2, $3, 'Proposal', 1, 40)`, [stage, workspaceId, pipeline]);
      for (const [name, of] of [['Ours', license], ['Other', null]] as const) {
        await query(
          `insert into opportunities (id, workspace_id, name, amount, currency, pipeline_id, stage_id, probability, business_license_id) values ($1, $2, $3, 12500.005, 'USD', $4, $5, 40, $6)`,
          [newId(), workspaceId, name, pipeline, stage, of],
        );
      }
    });
    const all = await user.call(opportunities.contextList);
    expect(all.items).toHaveLength(2);
    expect(all.items[0]).toMatchObject({ amount: '12500.0050', stage: { name: 'Proposal', outcome: 'open' } });
    const one = await user.call(opportunities.contextList, { query: { businessLicenseId: license } });
    expect(one.items.map((item) => item.name)).toEqual(['Ours']);
    expect((await user.call(opportunities.pipelines)).items).toMatchObject([{ name: 'Sales', stages: [{ name: 'Proposal', probability: 40 }] }]);
  });
});
