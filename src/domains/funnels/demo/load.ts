/** Two published funnels with a month of traffic, and a few leads that came from them. */
import { addDays } from '../../../kernel/days.ts';
import { currentWorkspaceId, execute } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { newId } from '../../../kernel/ids.ts';
import { BLANK_LEAD, insertLeads, scoreLeads } from '../../crm/index.ts';
import { createFunnel } from '../server/funnels.ts';
import { keepAccepted, leadData, type Submission } from '../server/submissions.ts';
import { publishFunnel } from '../server/versions.ts';

interface Example {
  name: string;
  template: string;
  /** Visitors of the first step on an ordinary day. */
  visitors: number;
  /** Of the visitors of each step, the share that goes on. */
  rates: readonly number[];
  leads: readonly (readonly [
    first: string,
    last: string,
    email: string,
    source: string,
    campaign: string,
    label: string,
    answer: string,
  ])[];
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'Free business review',
    template: 'consultant',
    visitors: 4.2,
    rates: [0.04],
    leads: [
      [
        'Irene',
        'Vogt',
        'irene.vogt@vogt-bakery.example',
        'google',
        'review-spring',
        'What matters most right now?',
        'More profit',
      ],
      [
        'Marcus',
        'Hale',
        'marcus@hale-logistics.example',
        'newsletter',
        'november',
        'What matters most right now?',
        'More time',
      ],
      [
        'Priya',
        'Nair',
        'priya.nair@nair-studio.example',
        'linkedin',
        'owners',
        'What matters most right now?',
        'More sales',
      ],
    ],
  },
  {
    name: 'Store growth guide',
    template: 'ecommerce-coach',
    visitors: 2.3,
    rates: [0.04, 0.5, 0.6],
    leads: [
      ['Tom', 'Okafor', 'tom@okafor-coffee.example', 'instagram', 'guide', 'Orders per week', '10–50'],
      ['Lena', 'Brandt', 'lena@brandt-ceramics.example', 'google', 'guide', 'Orders per week', '51–200'],
    ],
  },
];

/** Traffic of a day: less on weekends, and a little different each day. */
function visitorsOn(day: string, ordinary: number, n: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const share = weekday === 0 || weekday === 6 ? 0.55 : 1;
  return Math.round(ordinary * share * (0.8 + ((n * 7) % 9) / 20));
}

export async function loadWorkspace({ workspace, today }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const { name, template, visitors, rates, leads } of EXAMPLES) {
    const draft = await createFunnel({ name, template });
    const { id, document, published } = await publishFunnel(draft.id, {
      version: draft.version,
      note: 'First version',
    });
    const days = [];
    for (let n = 0; n < 30; n++) {
      const day = addDays(today, n - 29);
      // One lead on each of the last days: the figures agree with the submissions.
      const isLeadDay = n >= 30 - leads.length;
      let people = Math.max(visitorsOn(day, visitors, n), isLeadDay ? 1 : 0);
      for (const [at, step] of document.steps.entries()) {
        const conversions = at === 0 ? Number(isLeadDay) : Math.round(people * (rates[at] ?? 0));
        days.push({ step_id: step.id, day, views: Math.round(people * 1.3), visitors: people, conversions });
        people = conversions;
      }
    }
    await execute(
      `insert into funnel_days (workspace_id, funnel_id, step_id, day, views, visitors, conversions)
        select $1, $2, step_id, day, views, visitors, conversions from jsonb_to_recordset($3::jsonb)
          as d(step_id text, day date, views int, visitors int, conversions int)`,
      [currentWorkspaceId(), id, JSON.stringify(days)],
    );
    const [step] = document.steps;
    const block = step!.blocks.find(({ type }) => type === 'form');
    for (const [n, [firstName, lastName, email, utm_source, utm_campaign, label, answer]] of leads.entries()) {
      const submission = {
        funnelId: id,
        funnelName: name,
        versionId: published!.id,
        document,
        stepId: step!.id,
        blockId: block!.id,
        variant: 'a',
        data: { firstName, lastName, email },
        answers: [{ label, answer }],
        origin: {
          funnel: name,
          step: step!.name,
          utm_source,
          utm_campaign,
          ...(block?.type === 'form' && { consent: block.consent }),
        },
      };
      await loadSubmission(submission, `${addDays(today, n + 1 - leads.length)}T07:${20 + n}:00Z`);
    }
  }
}

/** A submission of an earlier day with its lead: nobody is told about either. */
async function loadSubmission(submission: Submission, at: string): Promise<void> {
  const { message: about = '', ...fields } = leadData(submission);
  const leadId = newId();
  await insertLeads([
    {
      id: leadId,
      createdAt: at,
      origin: submission.origin,
      data: { ...BLANK_LEAD, ...fields, about, source: submission.document.source || submission.funnelName },
    },
  ]);
  await scoreLeads([leadId]);
  const id = await keepAccepted(submission, leadId);
  await execute('update funnel_submissions set created_at = $2 where id = $1', [id, at]);
}
