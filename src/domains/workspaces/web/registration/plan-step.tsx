import { useId, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { onboarding } from '../../contract/onboarding.ts';
import { type PlanId, PLANS } from '../../contract/plans.ts';
import { type StepProps, useComplete } from './use-complete.ts';
import { StepButtons, StepHeading } from './wizard-frame.tsx';

/** Which plan the business wants. The choice is noted, and nothing is charged or limited by it. */
export function PlanStep({ state, onStep }: StepProps) {
  const { put, skip } = useComplete();
  const [plan, setPlan] = useState<PlanId | null>(
    PLANS.find(({ id }) => id === state.drafts.plan?.['plan'])?.id ?? state.plan,
  );
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const group = useId();
  const choose = (id: PlanId) => {
    setPlan(id);
    setProblem(undefined);
    call(onboarding.saveDraft, { params: { step: 'plan' }, body: { plan: id } }).catch((error: unknown) =>
      console.warn('Couldn’t save your choice', error),
    );
  };
  const save = async () => {
    if (!plan) {
      setProblem('Choose a plan, or skip this for now.');
      return;
    }
    setSaving(true);
    try {
      put(await call(onboarding.savePlan, { body: { plan, version: state.version } }));
      onStep('team');
    } catch (error) {
      setProblem(messageFor(error, 'The plan could not be saved.'));
      setSaving(false);
    }
  };
  return (
    <>
      <StepHeading title="Your plan">Choose the plan that fits your business.</StepHeading>
      {problem && (
        <Banner tone="danger" className="mb-4">
          {problem}
        </Banner>
      )}
      <fieldset className="grid gap-3">
        <legend className="sr-only">Plan</legend>
        {PLANS.map(({ id, name, forWhom, holds }) => (
          <div
            key={id}
            className={cx(
              'relative flex gap-3 rounded-lg border p-4 hover:bg-hover',
              plan === id ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <input
              type="radio"
              id={`${group}-${id}`}
              name={group}
              checked={plan === id}
              onChange={() => choose(id)}
              aria-describedby={`${group}-${id}-about`}
              className="mt-1 size-4 shrink-0 accent-(--color-accent)"
            />
            <div className="min-w-0">
              {/* The label reaches over the whole card. */}
              <label
                htmlFor={`${group}-${id}`}
                className="block cursor-pointer text-sm font-semibold text-ink after:absolute after:inset-0"
              >
                {name}
              </label>
              <div id={`${group}-${id}-about`}>
                <p className="text-sm text-ink">{forWhom}</p>
                <p className={cx('mt-1 text-xs', plan === id ? 'text-ink' : 'text-muted')}>
                  Includes: {holds.join(' · ')}
                </p>
              </div>
            </div>
          </div>
        ))}
      </fieldset>
      <p className="mt-3 text-xs text-muted">
        Your choice is shared with your provider. Nothing is charged, and no limits apply.
      </p>
      <StepButtons
        onBack={() => onStep('license')}
        onSkip={() =>
          void skip('plan', state.version).then((noted) => {
            if (noted) onStep('team');
          })
        }
      >
        <Button variant="primary" size="lg" loading={saving} onClick={() => void save()}>
          Continue
        </Button>
      </StepButtons>
    </>
  );
}
