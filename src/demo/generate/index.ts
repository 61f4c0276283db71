/**
 * Sample data as plain data, identical for the same day: people, offerings, and events of the year that ends on that
 * day. References between records are indexes into their lists.
 */
import type { DemoWorkspace } from '../../server/domain.ts';
import { createClock } from './clock.ts';
import { type DemoCompany, type DemoContact, makeCompanies, makeContacts } from './contacts.ts';
import { type DemoDeal, makeDeals } from './deals.ts';
import { PROFILES, type Profile } from './profiles.ts';
import { createRandom } from './random.ts';
import {
  type DemoActivity,
  type DemoLead,
  type DemoNote,
  type DemoOpportunity,
  makeActivities,
  makeLeads,
  makeNotes,
  makeOpportunities,
} from './sales.ts';

export interface DemoBusiness {
  key: DemoWorkspace['key'];
  /** The reference day. */
  today: string;
  profile: Profile;
  companies: DemoCompany[];
  contacts: DemoContact[];
  leads: DemoLead[];
  opportunities: DemoOpportunity[];
  /** Details of each opportunity, in the same order. */
  deals: DemoDeal[];
  activities: DemoActivity[];
  notes: DemoNote[];
}

/**
 * @param people number of people in the workspace who can own records
 * @param today the reference day, `2026-11-21`
 */
export function generateBusiness(workspace: DemoWorkspace['key'], people: number, today: string): DemoBusiness {
  const profile = PROFILES[workspace];
  const clock = createClock(today);
  // A random source for each part, so that more contacts do not change the leads.
  const companies = makeCompanies(createRandom(`${workspace} companies`), profile, people);
  const contacts = makeContacts(createRandom(`${workspace} contacts`), profile, companies, people, clock);
  const opportunities = makeOpportunities(
    createRandom(`${workspace} opportunities`),
    profile,
    contacts,
    companies,
    people,
    clock,
  );
  return {
    key: workspace,
    today,
    profile,
    companies,
    contacts,
    opportunities,
    deals: makeDeals(createRandom(`${workspace} deals`), workspace, profile, opportunities, contacts),
    leads: makeLeads(createRandom(`${workspace} leads`), profile, contacts, companies, people, clock),
    activities: makeActivities(createRandom(`${workspace} activities`), profile, contacts, opportunities, clock),
    notes: makeNotes(createRandom(`${workspace} notes`), profile, contacts, people, clock),
  };
}
