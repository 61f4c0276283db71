import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { type ClientOnboarding, onboardings, type OnboardingStep } from '../contract/onboarding.ts';
import { TEMPLATES } from '../paths.ts';
import { OwnerField } from './owner-field.tsx';
import { ONBOARDING_STATES } from './labels.ts';

/** The onboarding of one client: who looks after it, what is done, what is next. */
export function OnboardingDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(onboardings.get, { params: { id } }));
  if (!data)
    return error ? (
      <Failure error={error} what="This onboarding" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-64 w-full" />
    );
  if (data.state === 'none')
    return (
      <div className="grid justify-items-start gap-3 text-sm">
        <p>No checklist was started for {data.client} yet. It comes with a template.</p>
        <Link to="/mini-gauntlets" className={buttonClass({ variant: 'primary' })}>
          Choose a template
        </Link>
      </div>
    );
  return <Details onboarding={data} />;
}

function useAct(id: string) {
  const cache = useQueryClient();
  return async (failed: string, work: () => Promise<ClientOnboarding | void>) => {
    try {
      const changed = await work();
      if (changed) cache.setQueryData(read(onboardings.get, { params: { id } }).queryKey, changed);
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    await cache.invalidateQueries({ queryKey: [TEMPLATES.onboardings] });
    await cache.invalidateQueries({ queryKey: [`${TEMPLATES.onboardings}/${id}`] });
  };
}

function Details({ onboarding }: { onboarding: ClientOnboarding }) {
  const { id, state, done, of, steps, owner, version, templateName, startedAt, remindedAt } = onboarding;
  const act = useAct(id);
  const params = { id };
  const remind = () =>
    act('Nobody was reminded', async () => {
      const { told } = await call(onboardings.remind, { params });
      toast({ type: 'success', title: told === 1 ? 'One person was reminded' : `${told} people were reminded` });
    });
  return (
    <div className="grid gap-4" data-testid="onboarding">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone={ONBOARDING_STATES[state].tone}>{ONBOARDING_STATES[state].text}</Badge>
          <span className="tabular">
            {done} of {of} done
          </span>
          <span className="text-muted">
            {templateName}
            {startedAt && (
              <>
                {' '}
                · begun <RelativeTime value={startedAt} />
              </>
            )}
          </span>
        </p>
        <ProgressBar label="Steps done" value={done} max={of} valueText={`${done} of ${of}`} />
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <OwnerField
            value={owner?.id ?? ''}
            name={owner?.name}
            onChange={(ownerId) =>
              void act('It was not changed', () =>
                call(onboardings.update, { params, body: { version, ownerId: ownerId || null } }),
              )
            }
          />
        </div>
        <Button onClick={() => void remind()}>Remind the client</Button>
      </div>
      {remindedAt && (
        <p className="text-xs text-muted">
          Last reminded <RelativeTime value={remindedAt} />.
        </p>
      )}
      <StepList id={id} version={version} steps={steps} />
      <NewStep id={id} />
    </div>
  );
}

/** Open steps first, then completed ones. */
function StepList({ id, version, steps }: { id: string; version: number; steps: readonly OnboardingStep[] }) {
  const [open, over] = [steps.filter(({ state }) => state === 'open'), steps.filter(({ state }) => state !== 'open')];
  const list = (some: readonly OnboardingStep[]) => (
    <ul className="divide-y divide-line rounded-md border border-line">
      {some.map((step) => (
        <StepRow key={step.key} id={id} step={step} version={version} />
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 ? list(open) : <p className="text-sm text-muted">Everything is done.</p>}
      {over.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-semibold">Done</h3>
          {list(over)}
        </section>
      )}
    </>
  );
}

function StepRow({ id, step, version }: { id: string; step: OnboardingStep; version: number }) {
  const act = useAct(id);
  const cache = useQueryClient();
  const params = { id, key: step.key };
  const mark = (state: OnboardingStep['state']) => {
    // Shown at once; should the server refuse, the list is read again.
    cache.setQueryData(
      read(onboardings.get, { params: { id } }).queryKey,
      (now) => now && { ...now, steps: now.steps.map((one) => (one.key === step.key ? { ...one, state } : one)) },
    );
    return act('It was not changed', () => call(onboardings.mark, { params, body: { state } }));
  };
  const isOpen = step.state === 'open';
  // Steps completed by a rule can't be reopened: the rule would complete them again.
  const isFact = step.state === 'done' && step.rule !== null && step.doneBy === null;
  return (
    <li data-testid="row" className="flex items-start gap-2 px-3 py-2.5 text-sm">
      <Checkbox
        className="-mt-0.5 shrink-0"
        aria-label={step.title}
        checked={!isOpen}
        disabled={isFact}
        onChange={(event) => void mark(event.target.checked ? 'done' : 'open')}
      />
      <div className="min-w-0 flex-1">
        <p className={isOpen ? 'font-medium' : 'text-muted line-through'}>{step.title}</p>
        <p className="text-xs text-muted">
          {step.audience === 'client' ? 'Client' : 'Agency'}
          {step.rule && isOpen ? ' · ticks itself off' : ''}
          {!isOpen && (
            <>
              {' '}
              · {step.state === 'skipped' ? 'skipped' : step.doneBy ? `by ${step.doneBy}` : 'by itself'}
              {step.doneAt && (
                <>
                  {' '}
                  <RelativeTime value={step.doneAt} />
                </>
              )}
            </>
          )}
        </p>
      </div>
      <div className="-my-1 flex shrink-0 flex-wrap items-center justify-end">
        {isOpen ? (
          <DueField
            step={step}
            onChange={(day) =>
              void act('It was not moved', () =>
                call(onboardings.update, { params: { id }, body: { version, due: { [step.key]: day } } }),
              )
            }
          />
        ) : (
          !isFact && (
            <Button size="sm" variant="ghost" onClick={() => void mark('open')}>
              Reopen
            </Button>
          )
        )}
        {isOpen && (
          <Button size="sm" variant="ghost" onClick={() => void mark('skipped')}>
            Skip
          </Button>
        )}
      </div>
    </li>
  );
}

/** The day on which a step is due; in words until one wants another. */
function DueField({ step, onChange }: { step: OnboardingStep; onChange: (day: string) => void }) {
  const [editing, setEditing] = useState(false);
  if (!editing)
    return (
      <Button size="sm" variant="ghost" onClick={() => setEditing(true)} data-tooltip="Change the day">
        <span className="sr-only">Due </span>
        <span className={step.overdue ? 'text-danger-ink' : 'text-muted'}>
          <DayText value={step.dueOn} />
          {step.overdue && ', late'}
        </span>
      </Button>
    );
  return (
    <Input
      type="date"
      autoFocus
      aria-label="Due on"
      className="w-36"
      defaultValue={step.dueOn}
      onBlur={(event) => {
        setEditing(false);
        if (event.target.value && event.target.value !== step.dueOn) onChange(event.target.value);
      }}
    />
  );
}

function NewStep({ id }: { id: string }) {
  const formId = useId();
  const act = useAct(id);
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [audience, setAudience] = useState<'client' | 'agency'>('client');
  const [dueOn, setDueOn] = useState('');
  if (!open)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Add a step</Button>
      </div>
    );
  const add = async () => {
    await act('The step was not added', () =>
      call(onboardings.addStep, { params: { id }, body: { title: title.trim(), audience, dueOn } }),
    );
    setTitle('');
    setOpen(false);
  };
  return (
    <form
      id={formId}
      className="grid gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field label="What is to be done" required>
        {(control) => (
          <Input
            {...control}
            autoFocus
            required
            maxLength={120}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Whose turn">
          {(control) => (
            <Select
              {...control}
              value={audience}
              options={[
                { value: 'client', label: 'The client’s' },
                { value: 'agency', label: 'Ours' },
              ]}
              onChange={(event) => setAudience(event.target.value as 'client' | 'agency')}
            />
          )}
        </Field>
        <Field label="Due on" required>
          {(control) => (
            <Input {...control} type="date" required value={dueOn} onChange={(event) => setDueOn(event.target.value)} />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button type="submit" variant="primary">
          Add
        </Button>
      </div>
    </form>
  );
}
