import { notFound } from '../../../../kernel/errors.ts';
import { transaction } from '../../../../server/db/index.ts';
import type { Checklist } from '../../contract/onboarding.ts';
import { getChecklist } from './read.ts';
import { setStep } from './complete-steps.ts';

/**
 * Ticks off a step of the caller's own business.
 * @throws AppError `not_found` for one that is not there, and for the agency's
 */
export async function markOwnStep(key: string, state: 'open' | 'done'): Promise<Checklist> {
  await transaction(async () => {
    if (!(await setStep(key, state, 'client'))) throw notFound('The step');
  });
  return getChecklist();
}
