/** Details of an opportunity: products, decision makers, next step, and the reason it ended. */
import { addDays, monthStart } from '../../kernel/days.ts';
import type { DemoWorkspace } from '../../server/domain.ts';
import type { Clock } from './clock.ts';
import type { DemoContact } from './contacts.ts';
import type { Profile } from './profiles.ts';
import type { Random } from './random.ts';
import type { DemoOpportunity } from './sales.ts';

export interface DemoDeal {
  /** Products that sum to the amount; none for most. */
  lines: { product: string; quantity: number; unitPrice: string; discount: number; tax: number }[];
  /** Indexes of further contacts, each with a role. */
  people: { contact: number; role: string }[];
  nextStep: string;
  source: string;
  tags: string[];
  /** Index in the workspace's reasons for that outcome. */
  reason: number | null;
  closeNote: string;
  /** Different from the workspace's. */
  currency: string | null;
}

export interface DemoSelling {
  /** Product names with their usual price, in whole units. */
  products: readonly (readonly [name: string, price: number])[];
  reasons: Readonly<Record<'won' | 'lost', readonly string[]>>;
  nextSteps: readonly string[];
  closeNotes: readonly string[];
  tags: readonly string[];
  /** Percent on every line. */
  tax: number;
  /** Amount one person wins in a usual month, in whole units. */
  goal: number;
  /** Other currencies, with their value in the workspace's at the beginning of the year, and now. */
  currencies: readonly (readonly [code: string, then: string, now: string])[];
  /** Cost of sources in a usual month, in whole units of the workspace's currency. */
  spending: Readonly<Record<string, number>>;
}

const LOST = ['Price', 'Chose a competitor', 'No budget', 'No answer', 'Bad timing'] as const;
const ROLES = ['Decision maker', 'Finance', 'Technical', 'Champion', 'User'] as const;

export const SELLING: Readonly<Record<DemoWorkspace['key'], DemoSelling>> = {
  operations: {
    products: [
      ['Growth retainer, monthly', 2_400],
      ['CRM set-up', 4_800],
      ['Website, per page', 650],
      ['Paid search management', 1_200],
      ['Reputation programme', 900],
      ['Workshop, half day', 1_100],
    ],
    reasons: { won: ['Best fit', 'Referral', 'Speed', 'Price'], lost: [...LOST, 'Kept it in-house'] },
    nextSteps: [
      'Send the revised proposal',
      'Call about the references',
      'Agree on the start date',
      'Meet the finance lead',
      'Wait for the board meeting',
      'Send the contract',
    ],
    closeNotes: [
      'Stays with the present agency for another year.',
      'Budget frozen until the spring.',
      'Asked us to call again in six months.',
      'Starts with the retainer, website later.',
    ],
    tags: ['upsell', 'retainer', 'needs case study', 'multi-site'],
    tax: 0,
    goal: 42_000,
    currencies: [
      ['GBP', '1.2520', '1.3140'],
      ['CAD', '0.6955', '0.7120'],
      ['EUR', '1.0350', '1.1590'],
    ],
    spending: { LinkedIn: 1_450, Webinar: 380, 'Trade fair': 900 },
  },
  client: {
    products: [
      ['Solar panel 440 W', 310],
      ['Inverter', 2_150],
      ['Battery 13 kWh', 8_900],
      ['Installation', 4_200],
      ['Main panel upgrade', 2_800],
      ['EV charger', 1_450],
    ],
    reasons: {
      won: ['Savings', 'Referral', 'Financing', 'Warranty'],
      lost: [...LOST, 'Roof not suitable', 'HOA refused'],
    },
    nextSteps: [
      'Book the site survey',
      'Send the design',
      'File the permit',
      'Explain the financing',
      'Confirm the crew',
    ],
    closeNotes: [
      'Wants to replace the roof first.',
      'Neighbour’s installer was cheaper.',
      'Signed after the second visit.',
    ],
    tags: ['battery', 'financing', 'HOA', 'EV'],
    tax: 0,
    goal: 60_000,
    currencies: [],
    spending: { 'Google ads': 2_100, Radio: 850, 'Home show': 640 },
  },
  second_client: {
    products: [
      ['Concept design', 2_600],
      ['Interior designer, day', 640],
      ['Joinery', 4_800],
      ['Furniture package', 9_500],
      ['Styling and photography', 1_300],
    ],
    reasons: { won: ['Portfolio', 'Referral', 'Chemistry'], lost: [...LOST, 'Project stopped'] },
    nextSteps: [
      'Present the mood boards',
      'Site meeting with the contractor',
      'Send the fee proposal',
      'Order samples',
    ],
    closeNotes: ['Decided to sell the house instead.', 'Loved the concept, start in the spring.'],
    tags: ['listed building', 'kitchen', 'repeat client'],
    tax: 20,
    goal: 38_000,
    currencies: [
      ['EUR', '0.8290', '0.8790'],
      ['USD', '0.8010', '0.7610'],
    ],
    spending: { Instagram: 420, Houzz: 260 },
  },
  personal: {
    products: [],
    reasons: { won: ['Terms'], lost: ['Valuation', 'Timing'] },
    nextSteps: ['Read the documents', 'Call the adviser'],
    closeNotes: [],
    tags: [],
    tax: 0,
    goal: 0,
    currencies: [],
    spending: {},
  },
};

/** One per opportunity, in order. */
export function makeDeals(
  random: Random,
  key: DemoWorkspace['key'],
  profile: Profile,
  opportunities: readonly DemoOpportunity[],
  contacts: readonly DemoContact[],
): DemoDeal[] {
  const selling = SELLING[key];
  return opportunities.map((deal) => {
    const outcome = profile.pipelines[deal.pipeline]!.stages[deal.history.at(-1)!.stage]!.outcome;
    const colleagues = contacts.flatMap((contact, position) =>
      contact.company !== null && contact.company === deal.company && position !== deal.contact ? [position] : [],
    );
    return {
      lines: selling.products.length > 0 && random.chance(0.4) ? makeLines(random, selling, deal.amount) : [],
      people: colleagues
        .slice(0, random.int(0, 2))
        .map((contact, i) => ({ contact, role: ROLES[(i + deal.contact) % ROLES.length]! })),
      nextStep: outcome === 'open' && random.chance(0.65) ? random.pick(selling.nextSteps) : '',
      source: random.chance(0.7) ? random.weighted(profile.sources) : '',
      tags: selling.tags.length > 0 && random.chance(0.3) ? [random.pick(selling.tags)] : [],
      reason: outcome === 'open' || random.chance(0.1) ? null : random.int(0, selling.reasons[outcome].length - 1),
      closeNote:
        outcome !== 'open' && selling.closeNotes.length > 0 && random.chance(0.25)
          ? random.pick(selling.closeNotes)
          : '',
      currency: selling.currencies.length > 0 && random.chance(0.08) ? random.pick(selling.currencies)[0] : null,
    };
  });
}

/** Products close to the amount. */
function makeLines(random: Random, { products, tax }: DemoSelling, amount: number): DemoDeal['lines'] {
  const chosen = products.filter(() => random.chance(0.4)).slice(0, 4);
  const lines = chosen.length > 0 ? chosen : [products[0]!];
  return lines.map(([product, price]) => ({
    product,
    quantity: Math.max(1, Math.round(amount / lines.length / price)),
    unitPrice: `${price}.00`,
    discount: random.chance(0.25) ? random.pick([5, 10, 12.5]) : 0,
    tax,
  }));
}

/** The months of the past year with entered costs, latest first, as first and last days. */
export function spentMonths(clock: Clock): { from: string; to: string }[] {
  const today = clock.dayAfter(0);
  return Array.from({ length: 12 }, (_, i) => ({
    from: monthStart(today, -1 - i),
    to: addDays(monthStart(today, -i), -1),
  }));
}

/** First days of the months with goals: the past quarter, this month, and the next two quarters. */
export function goalMonths(clock: Clock): string[] {
  return Array.from({ length: 10 }, (_, i) => monthStart(clock.dayAfter(0), i - 3));
}
