/**
 * The plans that a business can choose between: what each is meant to hold. Nothing is charged and no limit is enforced
 * by this choice; it is stored with the workspace for the people who run the installation.
 */
export const PLANS = [
  {
    id: 'starter',
    name: 'Starter',
    forWhom: 'One person or a pair, getting their contacts in order.',
    holds: ['Up to 3 people', 'Up to 5,000 contacts', 'Contacts, leads, opportunities and activities'],
  },
  {
    id: 'growth',
    name: 'Growth',
    forWhom: 'A sales team that works leads together.',
    holds: ['Up to 15 people', 'Up to 50,000 contacts', 'All of Starter', 'Lead acquisition and automation'],
  },
  {
    id: 'scale',
    name: 'Scale',
    forWhom: 'Several teams, brands or licenses under one roof.',
    holds: ['People without a limit', 'Up to 500,000 contacts', 'All of Growth', 'The financial suite'],
  },
] as const;

export type PlanId = (typeof PLANS)[number]['id'];
export const PLAN_IDS = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];
