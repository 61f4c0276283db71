import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { DEMO_WORKSPACES } from '../workspaces.ts';
import { generateBusiness } from './index.ts';

const TODAY = '2026-11-21';
const all = DEMO_WORKSPACES.map(({ key }) => generateBusiness(key, 5, TODAY));
const contacts = all.flatMap((business) => business.contacts);

describe('the sample data', () => {
  it('is identical for the same day', () => {
    expect(generateBusiness('client', 5, TODAY)).toEqual(all[1]);
  });

  it('has the promised size', () => {
    expect(contacts).toHaveLength(2000);
    expect(all.flatMap(({ companies }) => companies)).toHaveLength(350);
    expect(all.flatMap(({ activities }) => activities).length).toBeGreaterThan(2000);
  });

  it('can reach no one: reserved domains, and valid numbers reserved for fiction', () => {
    const emails = contacts.flatMap((contact) => contact.emails.map(({ value }) => value));
    expect(emails.filter((email) => !/^[a-z0-9.-]+@[a-z0-9-]+\.example$/.test(email))).toEqual([]);
    const phones = [
      ...contacts.flatMap((contact) => contact.phones.map(({ value }) => value)),
      ...all.flatMap(({ companies }) => companies.map(({ phone }) => phone).filter(Boolean)),
    ];
    expect(phones.filter((phone) => !parsePhoneNumberFromString(phone)?.isValid())).toEqual([]);
    const fiction =
      /^\+1\d{3}55501\d\d$|^\+44(2079460|1614960|1174960|1314960|1134960|1214960)\d{3}$|^\+49(3023125|4066969)\d{3}$|^\+33(19900\d{4}|465710\d{3}|6399800\d\d)$|^\+61([23]5550\d{4}|49157015\d)$/;
    expect(phones.filter((phone) => !fiction.test(phone))).toEqual([]);
  });

  it('has the flaws of a real list: missing addresses, duplicate people, careless capitals', () => {
    const share = (test: (contact: (typeof contacts)[number]) => boolean) =>
      contacts.filter(test).length / contacts.length;
    expect(share(({ emails }) => emails.length === 0)).toBeGreaterThan(0.05);
    expect(share(({ phones }) => phones.length === 0)).toBeGreaterThan(0.1);
    expect(share(({ lastName }) => lastName.length > 2 && lastName === lastName.toUpperCase())).toBeGreaterThan(0.005);
    const names = contacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`.toLowerCase());
    expect(names.length - new Set(names).size).toBeGreaterThan(20);
  });

  it('gives every contact at least one means of recognition', () => {
    expect(
      contacts.filter(({ firstName, lastName, emails }) => !firstName && !lastName && emails.length === 0),
    ).toEqual([]);
  });

  it('covers the year that ends today, with only plans in the future', () => {
    const activities = all.flatMap((business) => business.activities);
    const months = new Set(activities.flatMap(({ doneAt }) => (doneAt ? [doneAt.slice(0, 7)] : [])));
    expect(months.size).toBeGreaterThanOrEqual(12);
    expect(activities.filter(({ doneAt, createdAt }) => (doneAt ?? '') >= TODAY || createdAt >= TODAY)).toEqual([]);
    expect(activities.filter(({ doneAt, dueAt }) => doneAt === null && dueAt! > TODAY).length).toBeGreaterThan(20);
    expect(contacts.filter(({ createdAt }) => createdAt >= TODAY)).toEqual([]);
  });

  it('moves opportunities forward in time, to every kind of end', () => {
    for (const { opportunities, profile } of all) {
      for (const { history, pipeline } of opportunities) {
        const times = history.map(({ at }) => at.slice(0, 10));
        expect(times).toEqual(times.toSorted());
        expect(history.every(({ stage }) => profile.pipelines[pipeline]!.stages[stage])).toBe(true);
        expect(
          history.slice(0, -1).every(({ stage }) => profile.pipelines[pipeline]!.stages[stage]!.outcome === 'open'),
        ).toBe(true);
      }
    }
    const outcomes = all[0]!.opportunities.map(
      ({ history, pipeline }) => all[0]!.profile.pipelines[pipeline]!.stages[history.at(-1)!.stage]!.outcome,
    );
    expect(new Set(outcomes)).toEqual(new Set(['open', 'won', 'lost']));
  });
});
