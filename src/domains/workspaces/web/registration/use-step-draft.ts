import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { call } from '../../../../web/api/request.ts';
import { onboarding, type Step, type StepDraft } from '../../contract/onboarding.ts';

/** Wait after the last keystroke before what was typed is kept, in milliseconds. */
const PAUSE = 600;

/**
 * Keeps what is typed in a step on the server, so that it is there after a reload, a sign-out, and in another browser.
 */
export function useStepDraft<Values extends FieldValues, Out>(
  step: Step,
  methods: UseFormReturn<Values, unknown, Out>,
): void {
  const last = useRef('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (values: Values) => {
      const draft = Object.fromEntries(
        Object.entries(values).filter(([, value]) => typeof value === 'string'),
      ) as StepDraft;
      const text = JSON.stringify(draft);
      if (text === last.current) return;
      last.current = text;
      call(onboarding.saveDraft, { params: { step }, body: draft }).catch((error: unknown) =>
        console.warn('Couldn’t save the draft', error),
      );
    };
    const stop = methods.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) return;
        clearTimeout(timer);
        timer = setTimeout(() => keep(values as Values), PAUSE);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [step, methods]);
}
