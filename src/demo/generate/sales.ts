/** A year of selling: leads, opportunities with their stage history, and past and planned activities. */
import { addDays } from '../../kernel/days.ts';
import { type Clock, daysAgo, workingHour } from './clock.ts';
import type { DemoCompany, DemoContact } from './contacts.ts';
import { personName } from './names.ts';
import { addressIn, choosePlace } from './places.ts';
import type { PipelineProfile, Profile } from './profiles.ts';
import type { Random } from './random.ts';

export interface DemoLead {
  firstName: string;
  lastName: string;
  title: string;
  city: string;
  country: string;
  about: string;
  companyName: string;
  email: string;
  phone: string;
  status: 'new' | 'working' | 'qualified' | 'unqualified' | 'converted';
  source: string;
  owner: number | null;
  /** Index of the resulting contact. */
  contact: number | null;
  createdAt: string;
}

export interface DemoOpportunity {
  name: string;
  /** Whole units of the workspace's currency. */
  amount: number;
  pipeline: number;
  /** Stages in order, with the time it entered each; the last one is current. */
  history: { stage: number; at: string }[];
  expectedClose: string;
  owner: number | null;
  contact: number;
  company: number | null;
}

export interface DemoActivity {
  type: 'call' | 'meeting' | 'mail' | 'task';
  subject: string;
  body: string;
  createdAt: string;
  dueAt: string | null;
  doneAt: string | null;
  owner: number | null;
  contact: number;
  /** Index in the list of opportunities. */
  opportunity: number | null;
}

export interface DemoNote {
  contact: number;
  text: string;
  pinned: boolean;
  author: number;
  createdAt: string;
}

export function makeLeads(
  random: Random,
  profile: Profile,
  contacts: readonly DemoContact[],
  companies: readonly DemoCompany[],
  people: number,
  clock: Clock,
): DemoLead[] {
  return Array.from({ length: profile.leads }, () => {
    const status = random.weighted({ new: 34, working: 28, qualified: 14, unqualified: 14, converted: 10 });
    const contact = status === 'converted' ? random.int(0, contacts.length - 1) : null;
    const person = contact === null ? undefined : contacts[contact]!;
    const name = personName(random, profile.cultures);
    const { firstName, lastName } = person ?? { firstName: name.first, lastName: name.last };
    const place = choosePlace(random, profile.areas);
    const address = addressIn(random, place);
    const host = random.pick(['post.example', 'mailbox.example']);
    const full = `${firstName} ${lastName}`.trim();
    return {
      firstName,
      lastName,
      title: random.chance(0.5)
        ? random.pick([
            'Owner',
            'Managing director',
            'Office manager',
            'Head of operations',
            'Marketing manager',
            'Assistant',
          ])
        : '',
      city: address.city,
      country: address.country,
      about: random.chance(0.3)
        ? random.pick([
            'Asked for prices and references.',
            'Would like to be called in the afternoon.',
            'Is comparing three offers.',
            'Found us by a recommendation.',
            'Wants to begin next month.',
          ])
        : '',
      companyName:
        person && person.company !== null
          ? companies[person.company]!.name
          : random.chance(0.45)
            ? `${name.last} ${random.pick(['& Sons', 'Group', 'Studio', 'Partners', 'Works'])}`
            : '',
      email: person
        ? (person.emails[0]?.value ?? '')
        : random.chance(0.85)
          ? `${full
              .normalize('NFKD')
              .toLowerCase()
              .replace(/[^a-z]+/g, '.')}@${host}`
          : '',
      phone: random.chance(0.6) ? place.phone(random) : '',
      status,
      source: random.weighted(profile.sources),
      owner: status === 'new' && random.chance(0.6) ? null : random.int(0, people - 1),
      contact,
      createdAt: daysAgo(clock, random, 1, 150),
    };
  });
}

export function makeOpportunities(
  random: Random,
  profile: Profile,
  contacts: readonly DemoContact[],
  companies: readonly DemoCompany[],
  people: number,
  clock: Clock,
): DemoOpportunity[] {
  return Array.from({ length: profile.opportunities }, () => {
    const pipeline = profile.pipelines.length > 1 && random.chance(0.3) ? 1 : 0;
    const { deals, amount, stages } = profile.pipelines[pipeline]!;
    const contact = random.int(0, contacts.length - 1);
    const { company, lastName, firstName, owner } = contacts[contact]!;
    const customer = company === null ? lastName || firstName : companies[company]!.name;
    const age = random.int(4, 400);
    const history = wayThrough(random, stages, age, clock);
    const closed = stages[history.at(-1)!.stage]!.outcome !== 'open';
    // A few are overdue: their day has passed and no one has moved them.
    const expected = random.chance(0.12) ? -random.int(2, 25) : random.int(4, 95);
    return {
      name: random.pick(deals).replace('{}', customer),
      amount: amountBetween(random, amount),
      pipeline,
      history,
      contact,
      company,
      expectedClose: closed ? history.at(-1)!.at.slice(0, 10) : clock.dayAfter(expected),
      owner: owner ?? random.int(0, people - 1),
    };
  });
}

/** Small amounts are more common: uniform on a logarithmic scale, rounded as people do. */
function amountBetween(random: Random, [low, high]: PipelineProfile['amount']): number {
  const value = low * (high / low) ** random.next();
  const step = value > 50_000 ? 1000 : value > 10_000 ? 500 : 100;
  return Math.round(value / step) * step;
}

/** Older opportunities are further along, and more likely closed. */
function wayThrough(
  random: Random,
  stages: PipelineProfile['stages'],
  age: number,
  clock: Clock,
): DemoOpportunity['history'] {
  const open = stages.flatMap((stage, position) => (stage.outcome === 'open' ? [position] : []));
  const end = random.chance(Math.min(0.94, 0.2 + age / 400)) ? (random.chance(0.42) ? 'won' : 'lost') : 'open';
  // A won opportunity passed every stage; a lost one may have ended at any.
  const reached =
    end === 'won'
      ? open.length
      : end === 'lost'
        ? random.int(1, open.length)
        : 1 + random.int(0, Math.floor((open.length * age) / 160));
  const way = open.slice(0, reached);
  if (end !== 'open') way.push(stages.findIndex(({ outcome }) => outcome === end));
  // A closed one took the usual weeks, and closed long ago if it began long ago; an open one moved lately.
  const weeks = end === 'open' ? age : Math.min(age, random.int(15, 100));
  const step = Math.max(1, Math.floor((weeks - 2) / way.length));
  let days = age;
  return way.map((stage, nth) => {
    if (nth > 0) days = Math.max(1, days - random.int(Math.ceil(step / 2), step));
    return { stage, at: workingHour(random, clock.dayAfter(-days)) };
  });
}

export function makeActivities(
  random: Random,
  profile: Profile,
  contacts: readonly DemoContact[],
  opportunities: readonly DemoOpportunity[],
  clock: Clock,
): DemoActivity[] {
  const made = Array.from({ length: profile.activities }, () => {
    const opportunity =
      opportunities.length > 0 && random.chance(0.45) ? random.int(0, opportunities.length - 1) : null;
    const contact = opportunity === null ? random.int(0, contacts.length - 1) : opportunities[opportunity]!.contact;
    const person = contacts[contact]!;
    const type = random.weighted({ call: 30, mail: 28, meeting: 17, task: 25 });
    const subject = random.pick(profile.subjects[type]).replace('{}', person.firstName || person.lastName);
    const body = random.chance(0.2) ? random.pick(profile.notes) : '';
    return { type, subject, body, contact, opportunity, owner: person.owner, ...when(random, type, clock) };
  });
  return made.sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
}

/** Mails and calls are in the past; some tasks and meetings are ahead, and a few tasks are overdue. */
function when(
  random: Random,
  type: DemoActivity['type'],
  clock: Clock,
): Pick<DemoActivity, 'createdAt' | 'dueAt' | 'doneAt'> {
  const planned = type === 'task' || type === 'meeting';
  if (planned && random.chance(0.16)) {
    const due = weekday(clock.dayAfter(random.int(type === 'task' ? -6 : 0, 24)));
    return {
      createdAt: workingHour(random, clock.dayAfter(-random.int(7, 20))),
      dueAt: workingHour(random, due),
      doneAt: null,
    };
  }
  const done = workingHour(random, weekday(clock.dayAfter(-random.int(1, 364))));
  return { createdAt: done, dueAt: planned ? done : null, doneAt: done };
}

/** The day itself, or the Friday before a weekend. */
function weekday(day: string): string {
  const weekend = { 6: 1, 0: 2 }[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return weekend ? addDays(day, -weekend) : day;
}

export function makeNotes(
  random: Random,
  profile: Profile,
  contacts: readonly DemoContact[],
  people: number,
  clock: Clock,
): DemoNote[] {
  return contacts.flatMap((person, contact) => {
    if (!random.chance(0.16)) return [];
    return Array.from({ length: random.weighted({ 1: 80, 2: 20 }) === '1' ? 1 : 2 }, () => ({
      contact,
      text: random.pick(profile.notes),
      pinned: random.chance(0.1),
      author: person.owner ?? random.int(0, people - 1),
      createdAt: daysAgo(clock, random, 1, 300),
    }));
  });
}
