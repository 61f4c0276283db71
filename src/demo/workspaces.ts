import type { DemoWorkspace } from '../server/domain.ts';

/** The sample workspaces: the agency, two of its clients, and a community member's own. */
export const DEMO_WORKSPACES: readonly DemoWorkspace[] = [
  {
    key: 'operations',
    kind: 'operations',
    name: 'Northgate Partners',
    timeZone: 'America/New_York',
    currency: 'USD',
    country: 'US',
    team: [
      { name: 'Priya Raman', email: 'priya.raman@northgate-partners.example' },
      { name: 'Tomasz Zieliński', email: 'tomasz.zielinski@northgate-partners.example' },
      { name: 'Grace Okafor', email: 'grace.okafor@northgate-partners.example' },
    ],
  },
  {
    key: 'client',
    kind: 'client',
    name: 'Delgado Solar',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    country: 'US',
    team: [
      { name: 'Ben Nakamura', email: 'ben@delgado-solar.example' },
      { name: 'Yesenia Ortiz', email: 'yesenia@delgado-solar.example' },
    ],
  },
  {
    key: 'second_client',
    kind: 'client',
    name: 'Wren & Ash Interiors',
    timeZone: 'Europe/London',
    currency: 'GBP',
    country: 'GB',
    team: [
      { name: 'Imogen Wren', email: 'imogen@wren-and-ash.example' },
      { name: 'Callum Ash', email: 'callum@wren-and-ash.example' },
    ],
  },
  {
    key: 'personal',
    kind: 'personal',
    name: 'Miles Thornbury',
    timeZone: 'Europe/London',
    currency: 'GBP',
    country: 'GB',
    team: [],
  },
];
