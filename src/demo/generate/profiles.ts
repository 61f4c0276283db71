/** Character of each sample workspace: its customers, how it sells, and what it records. */
import type { CustomFieldKind } from '../../records/contract.ts';
import type { DemoWorkspace } from '../../server/domain.ts';
import type { CultureName } from './names.ts';
import type { Area } from './places.ts';
import type { TradeName } from './trades.ts';

export interface StageProfile {
  name: string;
  /** Percent. */
  probability: number;
  outcome: 'open' | 'won' | 'lost';
}

export interface PipelineProfile {
  name: string;
  stages: readonly StageProfile[];
  /** Deal name; `{}` is the customer. */
  deals: readonly string[];
  /** Minimum and maximum amount, in whole units of the workspace's currency. */
  amount: readonly [number, number];
}

export interface CustomFieldProfile {
  label: string;
  kind: CustomFieldKind;
  options?: readonly string[];
  /** Share of the contacts with a value. */
  filled: number;
}

/** A permit of the business, and its expiry. */
export interface PermitProfile {
  name: string;
  kind: 'operating' | 'professional' | 'permit' | 'tax' | 'trademark' | 'certificate';
  number: string;
  authority: string;
  jurisdiction: string;
  /** Days from today to its last day, negative when expired; null when it does not expire. */
  daysLeft: number | null;
  /** Length of a term in days. */
  term: number;
  fee?: { amount: string; currency: string };
}

export interface Profile {
  contacts: number;
  companies: number;
  /** Share of the contacts without a company. */
  privatePeople: number;
  leads: number;
  opportunities: number;
  activities: number;
  cultures: Readonly<Partial<Record<CultureName, number>>>;
  areas: Readonly<Partial<Record<Area, number>>>;
  trades: readonly TradeName[];
  sources: Readonly<Record<string, number>>;
  tags: readonly string[];
  /** The legal entities of the records. */
  licenses: readonly { name: string; number: string; authority: string }[];
  permits: readonly PermitProfile[];
  customFields: readonly CustomFieldProfile[];
  pipelines: readonly PipelineProfile[];
  /** Subjects of activities; `{}` is the person's first name. */
  subjects: Readonly<Record<'call' | 'meeting' | 'mail' | 'task', readonly string[]>>;
  notes: readonly string[];
  /** The imported file of some contacts. */
  importedFile?: { name: string; source: string; tag: string; contacts: number; daysAgo: number };
}

const stage = (name: string, probability: number, outcome: StageProfile['outcome'] = 'open'): StageProfile => ({
  name,
  probability,
  outcome,
});

const MIXED: Profile['cultures'] = {
  english: 30,
  spanish: 14,
  indian: 11,
  chinese: 9,
  irish: 7,
  african: 7,
  german: 5,
  french: 5,
  arabic: 5,
  polish: 3,
  japanese: 3,
  portuguese: 3,
};

const OPERATIONS: Profile = {
  contacts: 1240,
  companies: 215,
  privatePeople: 0.12,
  leads: 140,
  opportunities: 150,
  activities: 1500,
  cultures: MIXED,
  areas: { northEast: 55, unitedStates: 25, canada: 6, unitedKingdom: 8, europe: 4, australia: 2 },
  trades: [
    'law',
    'dental',
    'restaurant',
    'construction',
    'software',
    'realEstate',
    'fitness',
    'retail',
    'accounting',
    'nonprofit',
    'manufacturing',
    'school',
  ],
  sources: { Website: 28, Referral: 24, 'Trade fair': 12, LinkedIn: 14, Webinar: 8, 'Cold outreach': 8, Partner: 6 },
  tags: [
    'decision maker',
    'newsletter',
    'key account',
    'partner',
    'press',
    'past client',
    'speaker',
    'do not call',
    'founder',
  ],
  licenses: [
    { name: 'Northgate Partners LLC', number: '001-482-913', authority: 'Massachusetts Secretary of the Commonwealth' },
    { name: 'Northgate Studio', number: 'DBA-2024-01877', authority: 'City of Boston' },
  ],
  permits: [
    {
      name: 'Business certificate',
      kind: 'operating',
      number: 'BC-118402',
      authority: 'City of Boston',
      jurisdiction: 'Boston',
      daysLeft: 24,
      term: 1461,
      fee: { amount: '65', currency: 'USD' },
    },
    {
      name: 'Sales tax registration',
      kind: 'tax',
      number: 'SLS-10448213',
      authority: 'Massachusetts Department of Revenue',
      jurisdiction: 'Massachusetts',
      daysLeft: null,
      term: 0,
    },
    {
      name: 'NORTHGATE word mark',
      kind: 'trademark',
      number: '6,482,117',
      authority: 'United States Patent and Trademark Office',
      jurisdiction: 'United States',
      daysLeft: 1312,
      term: 3652,
      fee: { amount: '325', currency: 'USD' },
    },
    {
      name: 'SOC 2 Type II report',
      kind: 'certificate',
      number: '',
      authority: 'Harbor Assurance LLP',
      jurisdiction: '',
      daysLeft: -6,
      term: 365,
      fee: { amount: '18500', currency: 'USD' },
    },
    {
      name: 'Office fire inspection',
      kind: 'permit',
      number: 'FI-77120',
      authority: 'Boston Fire Department',
      jurisdiction: 'Boston',
      daysLeft: 71,
      term: 365,
    },
  ],
  customFields: [
    { label: 'Lead score', kind: 'number', filled: 0.55 },
    { label: 'Contract renewal', kind: 'day', filled: 0.2 },
    { label: 'Tier', kind: 'select', options: ['Gold', 'Silver', 'Bronze'], filled: 0.4 },
    {
      label: 'Interests',
      kind: 'multi',
      options: ['SEO', 'Paid ads', 'Funnels', 'CRM set-up', 'Reputation', 'Content'],
      filled: 0.45,
    },
    { label: 'Signed NDA', kind: 'boolean', filled: 0.25 },
  ],
  pipelines: [
    {
      name: 'New business',
      amount: [4_000, 90_000],
      deals: [
        '{} — growth retainer',
        '{} — CRM roll-out',
        '{} — website and funnel',
        '{} — paid search',
        '{} — reputation programme',
      ],
      stages: [
        stage('Enquiry', 10),
        stage('Discovery call', 25),
        stage('Proposal sent', 50),
        stage('Negotiation', 75),
        stage('Won', 100, 'won'),
        stage('Lost', 0, 'lost'),
      ],
    },
    {
      name: 'Renewals',
      amount: [6_000, 60_000],
      deals: ['{} — renewal', '{} — renewal and upgrade'],
      stages: [
        stage('Up for renewal', 60),
        stage('Review held', 70),
        stage('Terms agreed', 90),
        stage('Renewed', 100, 'won'),
        stage('Churned', 0, 'lost'),
      ],
    },
  ],
  subjects: {
    call: [
      'Discovery call with {}',
      'Check-in with {}',
      'Call {} back about the proposal',
      'Quarterly review by phone',
    ],
    meeting: [
      'Kick-off workshop',
      'Proposal walk-through with {}',
      'Quarterly business review',
      'Demo of the client portal',
    ],
    mail: ['Sent the proposal', 'Follow-up after the webinar', 'Case study for {}', 'Contract for signature'],
    task: [
      'Prepare the proposal for {}',
      'Send the invoice',
      'Ask {} for a review',
      'Update the campaign report',
      'Schedule the next review',
    ],
  },
  notes: [
    'Prefers calls before ten in the morning.',
    'Budget is decided in the autumn; do not push before September.',
    'Met at the Boston small-business fair. Runs the marketing alone.',
    'Was unhappy with the last agency: reports came late.',
    'Asked for references from the same trade.',
    'Spouse handles the finances, keep both in copy.',
    'Wants everything in one place and hates logging in to five tools.',
    'Open to a case study if the numbers hold.',
  ],
  importedFile: {
    name: 'boston-small-business-fair.csv',
    source: 'Trade fair',
    tag: 'event 2026',
    contacts: 84,
    daysAgo: 46,
  },
};

const DELGADO_SOLAR: Profile = {
  contacts: 480,
  companies: 62,
  privatePeople: 0.68,
  leads: 90,
  opportunities: 85,
  activities: 620,
  cultures: { ...MIXED, spanish: 34, english: 28 },
  areas: { southernCalifornia: 100 },
  trades: ['construction', 'manufacturing', 'school', 'realEstate', 'restaurant', 'hotel', 'nonprofit'],
  sources: { 'Door knocking': 10, Website: 34, Referral: 30, 'Home show': 14, Radio: 6, 'Google ads': 18 },
  tags: ['homeowner', 'battery', 'EV charger', 'HOA', 'roof needs work', 'financing', 'installer partner', 'Spanish'],
  licenses: [{ name: 'Delgado Solar Inc.', number: 'C4127755', authority: 'California Secretary of State' }],
  permits: [
    {
      name: 'Solar contractor, class C-46',
      kind: 'professional',
      number: '1098213',
      authority: 'California Contractors State License Board',
      jurisdiction: 'California',
      daysLeft: 58,
      term: 730,
      fee: { amount: '450', currency: 'USD' },
    },
    {
      name: 'Electrical contractor, class C-10',
      kind: 'professional',
      number: '1098214',
      authority: 'California Contractors State License Board',
      jurisdiction: 'California',
      daysLeft: 402,
      term: 730,
      fee: { amount: '450', currency: 'USD' },
    },
    {
      name: 'Business tax certificate',
      kind: 'tax',
      number: '0003174492',
      authority: 'City of Los Angeles Office of Finance',
      jurisdiction: 'Los Angeles',
      daysLeft: 12,
      term: 365,
    },
  ],
  customFields: [
    { label: 'Monthly bill', kind: 'number', filled: 0.6 },
    { label: 'Roof type', kind: 'select', options: ['Tile', 'Composite shingle', 'Flat', 'Metal'], filled: 0.5 },
    { label: 'Site survey', kind: 'day', filled: 0.3 },
    { label: 'Owns the home', kind: 'boolean', filled: 0.55 },
  ],
  pipelines: [
    {
      name: 'Residential',
      amount: [14_000, 46_000],
      deals: ['{} — rooftop solar', '{} — solar and battery', '{} — battery only'],
      stages: [
        stage('Enquiry', 10),
        stage('Site survey', 30),
        stage('Design and quote', 50),
        stage('Permit', 80),
        stage('Installed', 100, 'won'),
        stage('Canceled', 0, 'lost'),
      ],
    },
    {
      name: 'Commercial',
      amount: [60_000, 420_000],
      deals: ['{} — rooftop array', '{} — parking canopy'],
      stages: [
        stage('Feasibility', 15),
        stage('Proposal', 40),
        stage('Contract', 75),
        stage('Commissioned', 100, 'won'),
        stage('Declined', 0, 'lost'),
      ],
    },
  ],
  subjects: {
    call: ['Call {} about the quote', 'Bill review with {}', 'Permit status for {}'],
    meeting: ['Site survey at {}’s house', 'Design review with {}', 'Walk the roof'],
    mail: ['Quote sent', 'Net metering explained', 'Installation date confirmed'],
    task: [
      'Order panels',
      'File the permit',
      'Send {} the financing options',
      'Book the electrician',
      'Ask {} for a referral',
    ],
  },
  notes: [
    'South-facing roof, no shade after ten.',
    'HOA wants all-black panels.',
    'Electric car coming in spring, size the array for it.',
    'Main panel is 100 A: needs an upgrade.',
    'Speaks Spanish at home, send the documents in both languages.',
    'Neighbour of the Riveras, saw the installation.',
  ],
};

const WREN_AND_ASH: Profile = {
  contacts: 264,
  companies: 68,
  privatePeople: 0.4,
  leads: 45,
  opportunities: 50,
  activities: 380,
  cultures: { ...MIXED, english: 52, irish: 12, indian: 14 },
  areas: { unitedKingdom: 88, europe: 12 },
  trades: ['hotel', 'developer', 'architecture', 'restaurant', 'retail', 'law'],
  sources: { Instagram: 26, Referral: 34, Website: 20, Houzz: 12, 'Trade press': 8 },
  tags: ['residential', 'hospitality', 'supplier', 'listed building', 'kitchen', 'press', 'VIP'],
  licenses: [{ name: 'Wren & Ash Interiors Ltd', number: '14820377', authority: 'Companies House' }],
  permits: [
    {
      name: 'Data protection fee',
      kind: 'operating',
      number: 'ZB481207',
      authority: 'Information Commissioner’s Office',
      jurisdiction: 'United Kingdom',
      daysLeft: 33,
      term: 365,
      fee: { amount: '52', currency: 'GBP' },
    },
    {
      name: 'Professional indemnity cover',
      kind: 'certificate',
      number: 'PI-2209-4471',
      authority: 'Larch Mutual',
      jurisdiction: 'United Kingdom',
      daysLeft: 190,
      term: 365,
      fee: { amount: '1240', currency: 'GBP' },
    },
  ],
  customFields: [
    {
      label: 'Style',
      kind: 'select',
      options: ['Contemporary', 'Georgian', 'Mid-century', 'Scandinavian'],
      filled: 0.5,
    },
    { label: 'Project budget', kind: 'number', filled: 0.4 },
    { label: 'Move-in date', kind: 'day', filled: 0.25 },
  ],
  pipelines: [
    {
      name: 'Private homes',
      amount: [6_000, 85_000],
      deals: ['{} — living room', '{} — whole house', '{} — kitchen and dining'],
      stages: [
        stage('Enquiry', 10),
        stage('Consultation', 35),
        stage('Concept', 60),
        stage('Contract', 90),
        stage('Completed', 100, 'won'),
        stage('Not pursued', 0, 'lost'),
      ],
    },
    {
      name: 'Hospitality',
      amount: [30_000, 260_000],
      deals: ['{} — lobby', '{} — rooms and corridors', '{} — restaurant'],
      stages: [
        stage('Brief', 15),
        stage('Pitch', 40),
        stage('Procurement', 80),
        stage('Handed over', 100, 'won'),
        stage('Lost', 0, 'lost'),
      ],
    },
  ],
  subjects: {
    call: ['Call {} about fabrics', 'Consultation call with {}', 'Chase the joiner'],
    meeting: ['Home visit at {}’s', 'Concept presentation', 'Site meeting with the contractor'],
    mail: ['Mood boards sent', 'Invoice for the concept stage', 'Sample deliveries'],
    task: [
      'Order samples',
      'Update the schedule of finishes',
      'Send {} the snag list',
      'Photograph the finished rooms',
    ],
  },
  notes: [
    'Loves green, hates grey.',
    'Listed building: no change to the fireplace.',
    'Two dogs: no pale rugs.',
    'Wants photographs approved before we publish.',
    'Decides together with a sister in Lyon.',
  ],
};

const PERSONAL: Profile = {
  contacts: 16,
  companies: 5,
  privatePeople: 0.5,
  leads: 0,
  opportunities: 4,
  activities: 24,
  cultures: MIXED,
  areas: { unitedKingdom: 70, europe: 30 },
  trades: ['law', 'accounting', 'realEstate', 'hotel'],
  sources: { Introduction: 70, Club: 30 },
  tags: ['adviser', 'friend', 'co-investor'],
  licenses: [],
  permits: [],
  customFields: [],
  pipelines: [
    {
      name: 'Investments',
      amount: [50_000, 400_000],
      deals: ['{} — co-investment'],
      stages: [
        stage('Looking', 10),
        stage('Due diligence', 40),
        stage('Committed', 100, 'won'),
        stage('Passed', 0, 'lost'),
      ],
    },
  ],
  subjects: {
    call: ['Call with {}'],
    meeting: ['Lunch with {}', 'Annual review with {}'],
    mail: ['Documents from {}'],
    task: ['Answer {}', 'Sign the papers'],
  },
  notes: ['Introduced by the family office.', 'Splits the year between London and Lisbon.'],
};

export const PROFILES: Readonly<Record<DemoWorkspace['key'], Profile>> = {
  operations: OPERATIONS,
  client: DELGADO_SOLAR,
  second_client: WREN_AND_ASH,
  personal: PERSONAL,
};
