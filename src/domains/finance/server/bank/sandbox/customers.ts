/** The example customers of the sandbox bank: who they are and what their money does. Amounts are cents. */
import type { BankAccountType } from '../port.ts';

export interface SandboxAccount {
  key: string;
  name: string;
  officialName: string;
  mask: string;
  type: BankAccountType;
  subtype: string;
  /** Balance on the sandbox's first day; negative for debt. */
  opening: number;
  limit?: number;
}

/** Something that comes again on fixed days of each month, or every second Friday. */
export interface Regular {
  key: string;
  days: readonly number[] | 'every-second-friday';
  account: string;
  /** The other account, for a movement between two of the customer's own. */
  to?: string;
  /** Money in is positive. */
  cents: number;
  /** Share by which the amount differs each time. */
  wobble?: number;
  payee: string;
  memo: string;
  category: string;
}

/** Something that happens now and then. */
export interface Habit {
  key: string;
  account: string;
  /** How likely on a day, from 0 to 1; twice as likely at the weekend with `weekends`. */
  chance: number;
  weekends?: boolean;
  low: number;
  high: number;
  payees: readonly string[];
  category: string;
}

export interface SandboxLoan {
  account: string;
  kind: 'mortgage';
  /** Percent a year. */
  rate: number;
  originalAmount: number;
  originDay: string;
  months: number;
  payment: number;
  day: number;
}

export interface SandboxFund {
  key: string;
  ticker: string;
  name: string;
  type: string;
  sector: string;
  /** Price in cents on 2024-01-01, its drift a year and how much it moves in a day. */
  start: number;
  drift: number;
  daily: number;
  /** Cents a share and quarter. */
  dividend: number;
  /** Of each month's contribution. */
  weight: number;
}

export interface SandboxCustomer {
  id: string;
  name: string;
  about: string;
  accounts: readonly SandboxAccount[];
  regular: readonly Regular[];
  habits: readonly Habit[];
  /** The card whose balance is paid from the other account on this day of the month. */
  cardPaid?: { card: string; from: string; day: number };
  loan?: SandboxLoan;
  invests?: { account: string; from: string; cents: number; day: number; funds: readonly SandboxFund[] };
}

const HOUSEHOLD: SandboxCustomer = {
  id: 'household',
  name: 'A household',
  about: 'Two salaries, a mortgage, a card, savings and a brokerage account',
  accounts: [
    {
      key: 'checking',
      name: 'Everyday Checking',
      officialName: 'Sandbox Everyday Checking',
      mask: '4410',
      type: 'depository',
      subtype: 'checking',
      opening: 412_550,
    },
    {
      key: 'savings',
      name: 'Rainy Day Savings',
      officialName: 'Sandbox High Yield Savings',
      mask: '7702',
      type: 'depository',
      subtype: 'savings',
      opening: 1_250_000,
    },
    {
      key: 'card',
      name: 'Cashback Card',
      officialName: 'Sandbox Cashback Credit Card',
      mask: '0093',
      type: 'credit',
      subtype: 'credit card',
      opening: -84_310,
      limit: 1_200_000,
    },
    {
      key: 'mortgage',
      name: 'Home Mortgage',
      officialName: 'Sandbox 30 Year Fixed Mortgage',
      mask: '8651',
      type: 'loan',
      subtype: 'mortgage',
      opening: 0,
    },
    {
      key: 'brokerage',
      name: 'Brokerage',
      officialName: 'Sandbox Individual Brokerage',
      mask: '5527',
      type: 'investment',
      subtype: 'brokerage',
      opening: 0,
    },
  ],
  regular: [
    {
      key: 'salary',
      days: 'every-second-friday',
      account: 'checking',
      cents: 198_417,
      payee: 'Brightwater Design',
      memo: 'BRIGHTWATER DESIGN PAYROLL PPD',
      category: 'INCOME_WAGES',
    },
    {
      key: 'salary-2',
      days: [15, 31],
      account: 'checking',
      cents: 152_090,
      payee: 'Harbor School District',
      memo: 'HARBOR SCH DIST DIR DEP',
      category: 'INCOME_WAGES',
    },
    {
      key: 'electricity',
      days: [9],
      account: 'checking',
      cents: -11_840,
      wobble: 0.35,
      payee: 'Cascade Power',
      memo: 'CASCADE POWER AUTOPAY',
      category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    },
    {
      key: 'internet',
      days: [12],
      account: 'checking',
      cents: -6_999,
      payee: 'Fiberline',
      memo: 'FIBERLINE INTERNET',
      category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
    },
    {
      key: 'phone',
      days: [18],
      account: 'card',
      cents: -9_500,
      payee: 'Summit Mobile',
      memo: 'SUMMIT MOBILE 8005550133',
      category: 'RENT_AND_UTILITIES_TELEPHONE',
    },
    {
      key: 'streaming',
      days: [5],
      account: 'card',
      cents: -1_599,
      payee: 'Streambox',
      memo: 'STREAMBOX.EXAMPLE',
      category: 'ENTERTAINMENT_TV_AND_MOVIES',
    },
    {
      key: 'music',
      days: [21],
      account: 'card',
      cents: -1_099,
      payee: 'Tonebank',
      memo: 'TONEBANK PREMIUM',
      category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
    },
    {
      key: 'gym',
      days: [2],
      account: 'card',
      cents: -4_250,
      payee: 'Ironworks Gym',
      memo: 'IRONWORKS GYM MEMBERSHIP',
      category: 'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS',
    },
    {
      key: 'insurance',
      days: [24],
      account: 'checking',
      cents: -15_720,
      payee: 'Northern Mutual',
      memo: 'NORTHERN MUTUAL AUTO INS',
      category: 'GENERAL_SERVICES_INSURANCE',
    },
    {
      key: 'saving',
      days: [16],
      account: 'checking',
      to: 'savings',
      cents: -50_000,
      payee: 'Transfer to savings',
      memo: 'ONLINE TRANSFER',
      category: 'TRANSFER_OUT_SAVINGS',
    },
    {
      key: 'interest',
      days: [31],
      account: 'savings',
      cents: 4_120,
      wobble: 0.1,
      payee: 'Interest',
      memo: 'INTEREST PAYMENT',
      category: 'INCOME_INTEREST_EARNED',
    },
  ],
  habits: [
    {
      key: 'groceries',
      account: 'card',
      chance: 0.3,
      weekends: true,
      low: 1_830,
      high: 14_200,
      payees: ['Greenleaf Market', 'Corner Pantry', 'Harvest Co-op'],
      category: 'FOOD_AND_DRINK_GROCERIES',
    },
    {
      key: 'coffee',
      account: 'card',
      chance: 0.35,
      low: 380,
      high: 890,
      payees: ['Kettle Coffee', 'Third Street Roasters'],
      category: 'FOOD_AND_DRINK_COFFEE',
    },
    {
      key: 'restaurant',
      account: 'card',
      chance: 0.14,
      weekends: true,
      low: 1_900,
      high: 9_600,
      payees: ['Luna Trattoria', 'Noodle House', 'The Copper Pot', 'Taqueria del Sol'],
      category: 'FOOD_AND_DRINK_RESTAURANT',
    },
    {
      key: 'fuel',
      account: 'card',
      chance: 0.12,
      low: 2_900,
      high: 5_800,
      payees: ['Pacific Fuel', 'Route 9 Gas'],
      category: 'TRANSPORTATION_GAS',
    },
    {
      key: 'shopping',
      account: 'card',
      chance: 0.09,
      weekends: true,
      low: 1_250,
      high: 16_500,
      payees: ['Oakline Home', 'Bookbarn', 'Trailhead Outfitters'],
      category: 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
    },
    {
      key: 'pharmacy',
      account: 'card',
      chance: 0.04,
      low: 690,
      high: 6_400,
      payees: ['Wellspring Pharmacy'],
      category: 'MEDICAL_PHARMACIES_AND_SUPPLEMENTS',
    },
    {
      key: 'cash',
      account: 'checking',
      chance: 0.03,
      low: 4_000,
      high: 10_000,
      payees: ['ATM withdrawal'],
      category: 'TRANSFER_OUT_WITHDRAWAL',
    },
  ],
  cardPaid: { card: 'card', from: 'checking', day: 26 },
  loan: {
    account: 'mortgage',
    kind: 'mortgage',
    rate: 5.875,
    originalAmount: 32_000_000,
    originDay: '2021-06-01',
    months: 360,
    payment: 189_292,
    day: 1,
  },
  invests: {
    account: 'brokerage',
    from: 'checking',
    cents: 60_000,
    day: 20,
    funds: [
      {
        key: 'world',
        ticker: 'SBXW',
        name: 'Sandbox World Equity Fund',
        type: 'etf',
        sector: 'Diversified',
        start: 8_240,
        drift: 0.075,
        daily: 0.008,
        dividend: 31,
        weight: 0.6,
      },
      {
        key: 'bond',
        ticker: 'SBXB',
        name: 'Sandbox Aggregate Bond Fund',
        type: 'etf',
        sector: 'Fixed income',
        start: 5_105,
        drift: 0.025,
        daily: 0.003,
        dividend: 44,
        weight: 0.25,
      },
      {
        key: 'tech',
        ticker: 'SBXT',
        name: 'Sandbox Technology Corp',
        type: 'equity',
        sector: 'Technology',
        start: 13_790,
        drift: 0.12,
        daily: 0.018,
        dividend: 0,
        weight: 0.15,
      },
    ],
  },
};

const BUSINESS: SandboxCustomer = {
  id: 'business',
  name: 'A small business',
  about: 'A studio with clients, payroll, rent, software and a card',
  accounts: [
    {
      key: 'checking',
      name: 'Business Checking',
      officialName: 'Sandbox Business Checking',
      mask: '2208',
      type: 'depository',
      subtype: 'checking',
      opening: 3_815_000,
    },
    {
      key: 'reserve',
      name: 'Tax Reserve',
      officialName: 'Sandbox Business Savings',
      mask: '2216',
      type: 'depository',
      subtype: 'savings',
      opening: 1_640_000,
    },
    {
      key: 'card',
      name: 'Business Card',
      officialName: 'Sandbox Business Rewards Card',
      mask: '6107',
      type: 'credit',
      subtype: 'credit card',
      opening: -212_450,
      limit: 2_500_000,
    },
  ],
  regular: [
    {
      key: 'retainer-a',
      days: [3],
      account: 'checking',
      cents: 850_000,
      payee: 'Alder Dental Group',
      memo: 'ACH CREDIT ALDER DENTAL RETAINER',
      category: 'INCOME_OTHER_INCOME',
    },
    {
      key: 'retainer-b',
      days: [10],
      account: 'checking',
      cents: 620_000,
      payee: 'Pinecrest Realty',
      memo: 'ACH CREDIT PINECREST',
      category: 'INCOME_OTHER_INCOME',
    },
    {
      key: 'project',
      days: [17, 28],
      account: 'checking',
      cents: 740_000,
      wobble: 0.5,
      payee: 'Meridian Foods',
      memo: 'WIRE MERIDIAN FOODS INV',
      category: 'INCOME_OTHER_INCOME',
    },
    {
      key: 'payroll',
      days: [15, 31],
      account: 'checking',
      cents: -796_500,
      wobble: 0.03,
      payee: 'Gustline Payroll',
      memo: 'GUSTLINE PAYROLL',
      category: 'GENERAL_SERVICES_ACCOUNTING_AND_FINANCIAL_PLANNING',
    },
    {
      key: 'rent',
      days: [1],
      account: 'checking',
      cents: -285_000,
      payee: 'Millworks Offices',
      memo: 'MILLWORKS OFFICES RENT',
      category: 'RENT_AND_UTILITIES_RENT',
    },
    {
      key: 'hosting',
      days: [6],
      account: 'card',
      cents: -41_800,
      wobble: 0.2,
      payee: 'Cloudharbor',
      memo: 'CLOUDHARBOR HOSTING',
      category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    },
    {
      key: 'design',
      days: [8],
      account: 'card',
      cents: -22_500,
      payee: 'Pixelforge',
      memo: 'PIXELFORGE TEAM PLAN',
      category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    },
    {
      key: 'insurance',
      days: [19],
      account: 'checking',
      cents: -31_200,
      payee: 'Keystone Commercial',
      memo: 'KEYSTONE LIABILITY INS',
      category: 'GENERAL_SERVICES_INSURANCE',
    },
    {
      key: 'reserve',
      days: [20],
      account: 'checking',
      to: 'reserve',
      cents: -300_000,
      payee: 'Transfer to tax reserve',
      memo: 'ONLINE TRANSFER',
      category: 'TRANSFER_OUT_SAVINGS',
    },
  ],
  habits: [
    {
      key: 'advertising',
      account: 'card',
      chance: 0.18,
      low: 5_000,
      high: 48_000,
      payees: ['Searchlight Ads', 'Feedline Ads'],
      category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    },
    {
      key: 'travel',
      account: 'card',
      chance: 0.05,
      low: 9_800,
      high: 86_000,
      payees: ['Skybridge Air', 'Lodgewell Hotels', 'Metro Cabs'],
      category: 'TRAVEL_OTHER_TRAVEL',
    },
    {
      key: 'meals',
      account: 'card',
      chance: 0.12,
      low: 1_800,
      high: 14_500,
      payees: ['Noodle House', 'Kettle Coffee'],
      category: 'FOOD_AND_DRINK_RESTAURANT',
    },
    {
      key: 'office',
      account: 'card',
      chance: 0.07,
      low: 1_200,
      high: 21_000,
      payees: ['Paperworks Supply', 'Oakline Office'],
      category: 'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
    },
  ],
  cardPaid: { card: 'card', from: 'checking', day: 25 },
};

export const SANDBOX_CUSTOMERS: readonly SandboxCustomer[] = [HOUSEHOLD, BUSINESS];
