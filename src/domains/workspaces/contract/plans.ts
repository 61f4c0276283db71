/**
 * The plans that a business can choose between: what each is meant to hold. Nothing is charged and no limit is enforced
 * by this choice; it is stored with the workspace for the people who run the installation.
 */
export const PLANS = [
  {
    id: 'starter',
    name: 'Starter',
    forWhom: 'For one or two people organizing their contacts.',
    holds: ['Up to 3 people', 'Up to 5,000 contacts', 'Contacts, leads, opportunities, and activities'],
  },
  {
    id: 'growth',
    name: 'Growth',
    forWhom: 'For a sales team that works leads together.',
    holds: ['Up to 15 people', 'Up to 50,000 contacts', 'Everything in Starter', 'Lead acquisition and automation'],
  },
  {
    id: 'scale',
    name: 'Scale',
    forWhom: 'For several teams, brands, or licenses.',
    holds: ['Unlimited people', 'Up to 500,000 contacts', 'Everything in Growth', 'Financial suite'],
  },
] as const;

export type PlanId = (typeof PLANS)[number]['id'];
export const PLAN_IDS = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];
