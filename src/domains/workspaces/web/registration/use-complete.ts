import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, readKey } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { onboarding, type Onboarding, type Step } from '../../contract/onboarding.ts';

/** Props of every wizard step. */
export interface StepProps {
  state: Onboarding;
  onStep: (step: Step) => void;
}

/** Keeps the answer of a step, and passes over steps that are left for later. */
export function useComplete() {
  const client = useQueryClient();
  const put = (next: Onboarding) => client.setQueryData(readKey(onboarding.get), next);
  return {
    put,
    /** Leaves a step for later. @returns whether it was noted. */
    skip: async (step: Exclude<Step, 'business'>, version: number): Promise<boolean> => {
      try {
        put(
          step === 'plan'
            ? await call(onboarding.skipPlan, { body: { version } })
            : await call(onboarding.completeStep, { params: { step }, body: { version } }),
        );
        return true;
      } catch (error) {
        toast({ type: 'error', title: 'Couldn’t save this step', description: messageFor(error, 'Try again.') });
        if (error instanceof ApiError && error.code === 'stale')
          await client.invalidateQueries({ queryKey: readKey(onboarding.get) });
        return false;
      }
    },
  };
}
