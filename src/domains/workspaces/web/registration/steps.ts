/** The order of the registration wizard, and where it goes on. */
import { type Onboarding, type Step, STEPS } from '../../contract/onboarding.ts';

export type WizardStep = Step | 'done';

export const STEP_TITLES: Record<Step, string> = {
  business: 'Business',
  license: 'License',
  plan: 'Plan',
  team: 'Team',
  import: 'First import',
};

/** The first step that is neither done nor skipped; the last one when all are. */
export function furthestStep({ done }: Pick<Onboarding, 'done'>): Step {
  return STEPS.find((step) => !done.includes(step)) ?? 'import';
}

export function stepAfter(step: Step): Step {
  return STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)]!;
}

export function stepBefore(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) - 1];
}
