/** Trades: company names, job titles, and notes of each. */
import type { Random } from './random.ts';

interface Trade {
  industry: string;
  /** `{}` is a surname. */
  names: readonly string[];
  titles: readonly string[];
  about: readonly string[];
}

export const TRADES = {
  law: {
    industry: 'Legal services',
    names: ['{} & {} LLP', '{} Law Group', '{} {} Solicitors', 'The {} Law Firm'],
    titles: ['Managing Partner', 'Partner', 'Associate', 'Practice Manager', 'Marketing Director', 'Paralegal'],
    about: [
      'Family and estate law, three offices.',
      'Commercial litigation boutique.',
      'Immigration law, mostly by referral.',
    ],
  },
  dental: {
    industry: 'Healthcare',
    names: ['{} Dental Care', '{} Family Dentistry', '{} Orthodontics', 'Bright Smile {}'],
    titles: ['Practice Owner', 'Dentist', 'Office Manager', 'Front Desk Lead', 'Treatment Coordinator'],
    about: [
      'Four chairs, wants more implant cases.',
      'Two locations, hygiene recall is manual.',
      'New practice, opened last year.',
    ],
  },
  restaurant: {
    industry: 'Hospitality',
    names: ['Café {}', '{}’s Kitchen', 'The {} Tavern', 'Trattoria {}', '{} Catering'],
    titles: ['Owner', 'General Manager', 'Head Chef', 'Events Manager', 'Bookings Coordinator'],
    about: [
      'Private dining is half the revenue.',
      'Seasonal menu, strong weekend trade.',
      'Wants online ordering of their own.',
    ],
  },
  construction: {
    industry: 'Construction',
    names: ['{} Builders', '{} & Sons Construction', '{} Contracting', '{} Roofing'],
    titles: ['Owner', 'Project Manager', 'Estimator', 'Site Supervisor', 'Office Administrator'],
    about: [
      'Residential extensions and loft conversions.',
      'Commercial fit-out up to two million.',
      'Roofing and solar-ready repairs.',
    ],
  },
  software: {
    industry: 'Software',
    names: ['{}works', '{} Labs', '{} Systems', '{}ly', 'Blue {} Software'],
    titles: [
      'Founder',
      'CEO',
      'CTO',
      'Head of Growth',
      'Product Manager',
      'Revenue Operations Lead',
      'Account Executive',
    ],
    about: ['Scheduling software for clinics.', 'Seed round closed, hiring sales.', 'Inventory tools for wholesalers.'],
  },
  realEstate: {
    industry: 'Real estate',
    names: ['{} Realty', '{} Estates', '{} & {} Properties', '{} Property Management'],
    titles: ['Broker', 'Agent', 'Lettings Manager', 'Property Manager', 'Director'],
    about: [
      'Manages about four hundred units.',
      'Luxury condominiums downtown.',
      'Lettings with a strong student trade.',
    ],
  },
  fitness: {
    industry: 'Fitness',
    names: ['{} Fitness', 'Studio {}', '{} Yoga', 'Iron {} Gym'],
    titles: ['Owner', 'Studio Manager', 'Head Coach', 'Membership Manager'],
    about: ['Membership is flat since spring.', 'Opening a second studio.', 'Wants class packs sold online.'],
  },
  manufacturing: {
    industry: 'Manufacturing',
    names: ['{} Precision', '{} Industries', '{} Packaging', '{} Tooling'],
    titles: ['Managing Director', 'Operations Manager', 'Purchasing Manager', 'Facilities Manager', 'Sales Director'],
    about: [
      'Plastic parts for medical devices.',
      'Large flat roof, high daytime load.',
      'Exports two thirds of its output.',
    ],
  },
  retail: {
    industry: 'Retail',
    names: ['{} Home', '{} & Co.', 'The {} Collection', '{} Outfitters'],
    titles: ['Owner', 'Store Manager', 'Buyer', 'E-commerce Manager'],
    about: ['Six shops and an online store.', 'Homewares, strong before the holidays.', 'Moving to a new web shop.'],
  },
  accounting: {
    industry: 'Accounting',
    names: ['{} Accounting', '{} & {} CPAs', '{} Bookkeeping', '{} Advisory'],
    titles: ['Partner', 'Senior Accountant', 'Client Manager', 'Tax Manager'],
    about: [
      'Sends us referrals each quarter.',
      'Small-business tax and payroll.',
      'Busy season from January to April.',
    ],
  },
  hotel: {
    industry: 'Hospitality',
    names: ['Hotel {}', 'The {} Arms', '{} House Hotel', '{} Boutique Stays'],
    titles: ['General Manager', 'Owner', 'Operations Director', 'Head of Procurement'],
    about: ['Twenty-two rooms, refurbishing the lobby.', 'Boutique group of three.', 'Planning a new restaurant.'],
  },
  developer: {
    industry: 'Property development',
    names: ['{} Developments', '{} Homes', '{} Living', '{} Regeneration'],
    titles: ['Development Director', 'Design Manager', 'Commercial Manager', 'Sales and Marketing Manager'],
    about: ['Show homes for three sites.', 'Canal-side flats, 2027 completion.', 'Specifies kitchens centrally.'],
  },
  architecture: {
    industry: 'Architecture',
    names: ['{} Architects', '{} {} Studio', 'Atelier {}', '{} Design Associates'],
    titles: ['Principal', 'Associate Director', 'Project Architect', 'Interior Designer'],
    about: ['Passes on interior packages.', 'Listed buildings and conversions.', 'Small studio, careful work.'],
  },
  school: {
    industry: 'Education',
    names: ['{} Academy', '{} Preparatory School', '{} Montessori', '{} Charter School'],
    titles: ['Head of School', 'Business Manager', 'Facilities Director', 'Admissions Director'],
    about: [
      'Board meets in spring on the budget.',
      'Parking canopy under discussion.',
      'Enrolment campaign each January.',
    ],
  },
  nonprofit: {
    industry: 'Non-profit',
    names: ['{} Foundation', 'Friends of {} Park', '{} Community Trust'],
    titles: ['Executive Director', 'Development Manager', 'Programme Lead', 'Volunteer Coordinator'],
    about: ['Grant-funded, budget year starts in July.', 'Annual gala in October.'],
  },
} as const satisfies Record<string, Trade>;

export type TradeName = keyof typeof TRADES;

/** A company name: the trade's pattern with surnames filled in. */
export function firmName(random: Random, trade: Trade, surname: () => string): string {
  return random.pick(trade.names).replaceAll('{}', surname);
}
