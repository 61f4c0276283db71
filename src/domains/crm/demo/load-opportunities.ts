/** Writes the sales of a generated business into the current workspace: pipelines, opportunities, and related rows. */
import { insertOpportunities, type OpportunityData, ranksBetween, totalsOf } from '../index.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { createClock } from '../../../demo/generate/clock.ts';
import { goalMonths, SELLING, spentMonths } from '../../../demo/generate/deals.ts';
import type { DemoBusiness } from '../../../demo/generate/index.ts';
import { insertRows, type Row } from '../../../demo/rows.ts';

/** Referenced rows, by index. */
export interface SellingRefs {
  people: readonly string[];
  companyIds: readonly string[];
  contactIds: readonly string[];
  opportunityIds: readonly string[];
  /** The workspace's currency, ISO 4217. */
  currency: string;
}

const OPEN_COLORS = ['slate', 'blue', 'indigo', 'purple', 'amber'] as const;

export async function loadSelling(business: DemoBusiness, refs: SellingRefs): Promise<void> {
  const pipelines = await loadPipelines(business);
  const reasons = await loadReasons(business);
  const amounts = business.deals.map(({ lines, currency }, i) =>
    lines.length > 0
      ? totalsOf(
          lines.map((line) => ({
            ...line,
            quantity: String(line.quantity),
            discount: String(line.discount),
            tax: String(line.tax),
          })),
          currency ?? refs.currency,
        ).net
      : String(business.opportunities[i]!.amount),
  );
  await loadOpportunities(business, refs, { pipelines, reasons, amounts });
  await loadParts(business, refs, pipelines);
  await loadFigures(business, refs);
}

type Pipelines = readonly { id: string; stages: readonly string[] }[];

async function loadPipelines({ profile }: DemoBusiness): Promise<Pipelines> {
  const made = profile.pipelines.map(({ stages }) => ({ id: newId(), stages: stages.map(() => newId()) }));
  await insertRows(
    'pipelines',
    profile.pipelines.map(({ name }, position) => ({
      id: made[position]!.id,
      name,
      position,
      version: 1,
      updated_at: new Date().toISOString(),
    })),
  );
  await insertRows(
    'stages',
    profile.pipelines.flatMap(({ stages }, pipeline) =>
      stages.map(({ name, probability, outcome }, position) => ({
        id: made[pipeline]!.stages[position],
        pipeline_id: made[pipeline]!.id,
        name,
        position,
        probability,
        outcome,
        color: outcome === 'won' ? 'green' : outcome === 'lost' ? 'red' : OPEN_COLORS[position % OPEN_COLORS.length],
        forecast:
          outcome === 'lost' ? 'omitted' : probability >= 75 ? 'commit' : probability >= 50 ? 'best' : 'pipeline',
        rotting_days: outcome === 'open' ? (probability >= 50 ? 45 : 60) : null,
        required_fields:
          outcome === 'open' && probability >= 50
            ? ['amount', 'expectedClose']
            : outcome === 'lost'
              ? ['closeReasonId']
              : [],
      })),
    ),
  );
  return made;
}

async function loadReasons({ key }: DemoBusiness): Promise<Record<'won' | 'lost', string[]>> {
  const rows = (['lost', 'won'] as const).flatMap((outcome) =>
    SELLING[key].reasons[outcome].map((label, position) => ({ id: newId(), outcome, label, position })),
  );
  await insertRows('close_reasons', rows);
  const idsOf = (outcome: 'won' | 'lost') => rows.filter((row) => row.outcome === outcome).map((row) => row.id);
  return { won: idsOf('won'), lost: idsOf('lost') };
}

interface Made {
  pipelines: Pipelines;
  reasons: Record<'won' | 'lost', string[]>;
  /** Of each opportunity, decimal text. */
  amounts: readonly string[];
}

async function loadOpportunities(
  { profile, key, companies, contacts, opportunities, deals, activities }: DemoBusiness,
  refs: SellingRefs,
  { pipelines, reasons, amounts }: Made,
): Promise<void> {
  const ranks = ranksBetween(null, null, opportunities.length);
  const lastDone = new Map<number, string>();
  for (const { opportunity, doneAt } of activities)
    if (opportunity !== null && doneAt && doneAt > (lastDone.get(opportunity) ?? '')) lastDone.set(opportunity, doneAt);
  await insertOpportunities(
    opportunities.map((opportunity, i) => {
      const { name, history, pipeline, owner, contact, company } = opportunity;
      const deal = deals[i]!;
      const present = history.at(-1)!;
      const stage = profile.pipelines[pipeline]!.stages[present.stage]!;
      const reason = deal.reason === null || stage.outcome === 'open' ? null : reasons[stage.outcome][deal.reason]!;
      const data: OpportunityData = {
        name,
        amount: amounts[i]!,
        currency: deal.currency ?? refs.currency,
        probability: stage.probability,
        forecast: null,
        expectedClose: opportunity.expectedClose,
        ownerId: owner === null ? null : refs.people[owner]!,
        contactId: refs.contactIds[contact]!,
        companyId: company === null ? null : refs.companyIds[company]!,
        businessLicenseId: null,
        source: deal.source,
        nextStep: deal.nextStep,
        description: '',
        closeReasonId: reason,
        closeNote: deal.closeNote,
        tags: deal.tags,
        custom: {},
        hasLines: deal.lines.length > 0,
      };
      const { firstName, lastName } = contacts[contact]!;
      return {
        id: refs.opportunityIds[i]!,
        data,
        createdAt: history[0]!.at,
        updatedAt: present.at,
        version: history.length,
        lastActivityAt: lastDone.get(i) ?? null,
        names: {
          stage: stage.name,
          company: company === null ? '' : companies[company]!.name,
          contact: `${firstName} ${lastName}`,
          closeReason:
            reason === null || stage.outcome === 'open' ? '' : SELLING[key].reasons[stage.outcome][deal.reason!]!,
        },
        placement: {
          pipelineId: pipelines[pipeline]!.id,
          stageId: pipelines[pipeline]!.stages[present.stage]!,
          state: stage.outcome,
          rank: ranks[i]!,
          stageEnteredAt: present.at,
          closedAt: stage.outcome === 'open' ? null : present.at,
        },
      };
    }),
  );
}

/** Stage history, products, and people. */
async function loadParts(
  { profile, opportunities, deals }: DemoBusiness,
  { people, contactIds, opportunityIds }: SellingRefs,
  pipelines: Pipelines,
): Promise<void> {
  await insertRows(
    'opportunity_stays',
    opportunities.flatMap(({ history, pipeline, owner }, i) =>
      history.map(({ stage, at }, nth) => ({
        id: newId(),
        opportunity_id: opportunityIds[i],
        pipeline_id: pipelines[pipeline]!.id,
        stage_id: pipelines[pipeline]!.stages[stage],
        stage_name: profile.pipelines[pipeline]!.stages[stage]!.name,
        outcome: profile.pipelines[pipeline]!.stages[stage]!.outcome,
        entered_at: at,
        left_at: history[nth + 1]?.at ?? null,
        moved_by: owner === null ? null : people[owner],
      })),
    ),
  );
  await insertRows(
    'opportunity_lines',
    deals.flatMap(({ lines }, i) =>
      lines.map(({ product, quantity, unitPrice, discount, tax }, position): Row => ({
        id: newId(),
        opportunity_id: opportunityIds[i],
        position,
        product,
        product_key: fold(product),
        quantity,
        unit_price: unitPrice,
        discount,
        tax,
      })),
    ),
  );
  await insertRows(
    'opportunity_contacts',
    deals.flatMap((deal, i) => [
      ...(deal.people.length > 0
        ? [
            {
              opportunity_id: opportunityIds[i],
              contact_id: contactIds[opportunities[i]!.contact],
              role: 'Main contact',
              position: 0,
            },
          ]
        : []),
      ...deal.people.map(({ contact, role }, position) => ({
        opportunity_id: opportunityIds[i],
        contact_id: contactIds[contact],
        role,
        position: position + 1,
      })),
    ]),
  );
}

/** Years before today of the first rate: older than any closed opportunity. */
const RATES_SINCE = 4;

/** Goals by person and month, rates of the used currencies, and costs of sources. */
async function loadFigures({ key, today }: DemoBusiness, { people, currency }: SellingRefs): Promise<void> {
  const { goal, currencies, spending } = SELLING[key];
  const now = new Date().toISOString();
  if (goal > 0) {
    await insertRows(
      'sales_goals',
      goalMonths(createClock(today)).flatMap((month, nth) =>
        people
          .slice(0, 4)
          .map((owner, i) => ({
            id: newId(),
            owner_id: owner,
            month,
            amount: Math.round(((goal / (i + 1)) * (1 + nth / 40)) / 500) * 500,
            currency,
            updated_at: now,
          })),
      ),
    );
  }
  await insertRows(
    'exchange_rates',
    currencies.flatMap(([code, then, present]) =>
      [
        [`${Number(today.slice(0, 4)) - RATES_SINCE}-01-02`, then],
        [today, present],
      ].map(([day, rate]) => ({ id: newId(), base: currency, currency: code, day, rate, created_at: now })),
    ),
  );
  // No month costs exactly as much as the previous one.
  await insertRows(
    'channel_costs',
    Object.entries(spending).flatMap(([source, usual], place) =>
      spentMonths(createClock(today)).map(({ from, to }, nth) => ({
        id: newId(),
        source,
        version: 1,
        from_day: from,
        to_day: to,
        amount: usual + ((nth * 7 + place * 3) % 9) * Math.round(usual / 40),
        currency,
        note: '',
        created_at: now,
        updated_at: now,
      })),
    ),
  );
}
