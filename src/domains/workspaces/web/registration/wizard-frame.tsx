import { useEffect, useRef, type ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { LogoMark } from '../../../../web/shell/logo.tsx';
import { useSignOut } from '../../../../web/shell/sign-out.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { type Onboarding, STEPS } from '../../contract/onboarding.ts';
import { STEP_TITLES, type WizardStep } from './steps.ts';

interface WizardFrameProps {
  step: WizardStep;
  state: Onboarding;
  onStep: (step: WizardStep) => void;
  children: ReactNode;
}

/** The frame of the wizard's steps: where one is, where one can go back to, and the way out that loses nothing. */
export function WizardFrame({ step, state, onStep, children }: WizardFrameProps) {
  const { signOut, signingOut } = useSignOut();
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useRecordTitle(step === 'done' ? 'Done' : STEP_TITLES[step]);
  useEffect(() => {
    // A new step begins at its heading, for eyes and for readers; the page itself begins where the browser does.
    if (shown.current === step) return;
    shown.current = step;
    card.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);
  return (
    <div className="flex min-h-dvh flex-col items-center bg-sunken px-4 pt-6 pb-6 sm:pt-[8vh]">
      <main id="main" tabIndex={-1} className="w-full max-w-xl">
        <div className="mb-5 flex items-center gap-2.5">
          <LogoMark className="size-8" />
          <span className="text-xl font-semibold tracking-tight">Gauntlet</span>
          <Button variant="ghost" className="ml-auto" loading={signingOut} onClick={() => void signOut()}>
            Save and sign out
          </Button>
        </div>
        <ol className="mb-4 flex gap-2" aria-label="Steps">
          {STEPS.map((name) => {
            const done = state.done.includes(name);
            const reachable = name === 'business' || state.done.includes('business');
            return (
              <li key={name} className="min-w-0 flex-1">
                <button
                  type="button"
                  disabled={!reachable}
                  aria-current={name === step ? 'step' : undefined}
                  onClick={() => onStep(name)}
                  className="block min-h-8 w-full rounded-sm text-left enabled:hover:opacity-80 pointer-coarse:min-h-11"
                >
                  <span
                    className={cx('block h-1 rounded-full', done || name === step ? 'bg-accent' : 'bg-line')}
                    aria-hidden="true"
                  />
                  <span
                    className={cx(
                      'mt-1 flex items-center gap-1 text-xs',
                      name === step ? 'font-medium text-ink' : 'text-muted',
                    )}
                  >
                    <span className="truncate">{STEP_TITLES[name]}</span>
                    {done && (
                      <>
                        <Check size={12} className="shrink-0" aria-hidden="true" />
                        <span className="sr-only">done</span>
                      </>
                    )}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
        <div ref={card} className="rounded-xl border border-line bg-canvas p-5 shadow-card sm:p-7">
          {children}
        </div>
      </main>
    </div>
  );
}

/** Heading and lead of a step. */
export function StepHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-5">
      <h1 tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h1>
      <p className="mt-1 text-sm text-muted">{children}</p>
    </div>
  );
}

/** The buttons under a step: back, leave it for later, go on. */
export function StepButtons({
  onBack,
  onSkip,
  children,
}: {
  onBack?: () => void;
  onSkip?: () => void;
  children: ReactNode;
}) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-2">
      {onBack && (
        <Button size="lg" onClick={onBack}>
          Back
        </Button>
      )}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {onSkip && (
          <Button size="lg" variant="ghost" onClick={onSkip}>
            Skip for now
          </Button>
        )}
        {children}
      </span>
    </div>
  );
}
