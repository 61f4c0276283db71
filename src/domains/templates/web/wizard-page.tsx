import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { useRecordTitle } from '../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../web/router/use-page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Breadcrumb } from '../../../web/ui/breadcrumb.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { AddClientDialog } from '../../workspaces/web/index.ts';
import type { Part } from '../contract/content.ts';
import { installs } from '../contract/installs.ts';
import { type Template, templates } from '../contract/templates.ts';
import { InstallProgress } from './install-progress.tsx';
import { OnboardingDetails } from './onboarding-details.tsx';
import { PartsPicker, partsOf } from './parts-picker.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { parseWizard, tidy, type WizardSearch, type WizardStep, WIZARD_STEPS } from './search.ts';
import { TargetPicker } from './target-picker.tsx';

const STEP_WORDS: Readonly<Record<WizardStep, string>> = {
  client: 'Client',
  parts: 'Parts and preview',
  progress: 'Install',
  checklist: 'Checklist',
};

/** `/gauntlet-onboarding/{templateId}`: one client is set up from a template, step by step. */
export default function WizardPage() {
  const ref = usePathParam('templateId');
  const { data: template, error, refetch } = useQuery(read(templates.get, { params: { ref } }));
  const absent = error instanceof ApiError && error.status === 404;
  return (
    <div data-testid="record" className="page-frame max-w-3xl">
      <div className="flex min-h-control items-center">
        <Breadcrumb
          items={[
            <Link key="list" to="/mini-gauntlets" className="hover:text-ink hover:underline">
              Mini gauntlets
            </Link>,
            template?.name ?? 'Template',
          ]}
        />
      </div>
      {absent ? (
        <EmptyState
          title={<h1>This template was not found</h1>}
          action={
            <Link to="/mini-gauntlets" className="text-accent-ink underline">
              All templates
            </Link>
          }
        >
          It may have been made in another installation.
        </EmptyState>
      ) : template ? (
        <Wizard key={template.ref} template={template} />
      ) : error ? (
        <Failure error={error} what="This template" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading" className="mt-3 grid gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </div>
  );
}

function Wizard({ template }: { template: Template }) {
  useRecordTitle(`Set a client up: ${template.name}`);
  const [search, setRaw] = usePageSearch(parseWizard);
  const setSearch = useCallback(
    (change: Partial<WizardSearch>, options?: { replace: boolean }) =>
      setRaw(tidy(change, { step: 'client' }) as Partial<WizardSearch>, options),
    [setRaw],
  );
  const target = useQuery({
    ...read(installs.targets, { query: { id: search.client || undefined } }),
    enabled: search.client !== '',
  });
  const client = target.data?.items.find(({ id }) => id === search.client);
  // A step that lacks what it stands on leads back to the first one.
  const step: WizardStep =
    search.client === '' ? 'client' : search.step === 'progress' && search.install === '' ? 'parts' : search.step;
  return (
    <>
      <h1 tabIndex={-1} className="mt-3 page-title">
        Set a client up: {template.name}
      </h1>
      <StepBar step={step} />
      <div className="mt-5">
        {step === 'client' && (
          <ClientStep
            client={client ? { value: client.id, label: client.name } : null}
            onNext={(id) => setSearch({ client: id, step: 'parts' })}
          />
        )}
        {step !== 'client' && target.error && (
          <Failure error={target.error} what="The client" onRetry={() => void target.refetch()} />
        )}
        {step !== 'client' && target.data && !client && (
          <EmptyState
            title="This client was not found"
            action={
              <Button onClick={() => setSearch({ client: '', step: 'client', install: '' })}>Choose a client</Button>
            }
          />
        )}
        {client && step === 'parts' && (
          <PartsStep
            template={template}
            client={client}
            search={search}
            onChange={(change) => setSearch(change, { replace: true })}
            onBack={() => setSearch({ step: 'client' })}
            onStarted={(install) => setSearch({ step: 'progress', install })}
          />
        )}
        {client && step === 'progress' && (
          <Card>
            <CardHeader title={`Installing in ${client.name}`} description="It continues if you leave this page." />
            <CardBody className="grid gap-4">
              <InstallProgress id={search.install} />
              {!client.own && (
                <div className="flex justify-end">
                  <Button variant="primary" onClick={() => setSearch({ step: 'checklist' })}>
                    View checklist
                  </Button>
                </div>
              )}
            </CardBody>
          </Card>
        )}
        {client && step === 'checklist' && (
          <div className="grid gap-4">
            <OnboardingDetails id={client.id} />
            <div className="flex flex-wrap justify-end gap-2">
              <Link to={`/clients/${client.id}`} className={buttonClass()}>
                Open the client
              </Link>
              <Link to="/client-onboarding" className={buttonClass({ variant: 'primary' })}>
                All onboardings
              </Link>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function StepBar({ step }: { step: WizardStep }) {
  const at = WIZARD_STEPS.indexOf(step);
  return (
    <ol className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-label="Steps">
      {WIZARD_STEPS.map((one, n) => (
        <li
          key={one}
          aria-current={n === at ? 'step' : undefined}
          className={cx('flex items-center gap-1.5', n === at ? 'font-semibold text-ink' : 'text-muted')}
        >
          <span
            className={cx(
              'grid size-5 place-items-center rounded-full border text-2xs',
              n <= at ? 'border-accent bg-accent text-on-solid' : 'border-control',
            )}
          >
            {n < at ? <Check size={12} aria-label="Done" /> : n + 1}
          </span>
          {STEP_WORDS[one]}
        </li>
      ))}
    </ol>
  );
}

function ClientStep({ client, onNext }: { client: Option | null; onNext: (id: string) => void }) {
  const [chosen, setChosen] = useState<Option | null>(client);
  const [adding, setAdding] = useState(false);
  return (
    <Card>
      <CardHeader title="Who is it for?" description="You can also choose the agency’s own workspace." />
      <CardBody className="grid gap-4">
        <TargetPicker label="Client" value={chosen} onChange={setChosen} />
        <div className="flex flex-wrap justify-between gap-2">
          <Button onClick={() => setAdding(true)}>New client…</Button>
          <Button variant="primary" disabled={!chosen?.value} onClick={() => chosen && onNext(chosen.value)}>
            Next
          </Button>
        </div>
      </CardBody>
      <Suspense fallback={null}>
        {adding && (
          <AddClientDialog
            onAdded={({ id, name }) => setChosen({ value: id, label: name })}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

interface PartsStepProps {
  template: Template;
  client: { id: string; name: string; own: boolean };
  search: WizardSearch;
  onChange: (change: Partial<WizardSearch>) => void;
  onBack: () => void;
  onStarted: (installId: string) => void;
}

const NO_PARTS = 'none';

function PartsStep({ template, client, search, onChange, onBack, onStarted }: PartsStepProps) {
  const user = useSessionUser();
  const offered = useMemo(() => partsOf(template.counts), [template.counts]);
  const chosen = search.parts.split(',');
  const parts = offered.filter((part) => (search.parts === '' ? part !== 'examples' : chosen.includes(part)));
  // In the address, so that a reload and the way back find it as it was.
  const setParts = (next: readonly Part[]) => onChange({ parts: next.length === 0 ? NO_PARTS : next.join(',') });
  const canOnboard = !client.own && template.counts.steps > 0;
  const checklist = search.checklist !== 'off';
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const apply = async () => {
    setBusy(true);
    setError('');
    try {
      const { id } = await call(installs.apply, {
        params: { ref: template.ref },
        body: {
          workspaceId: client.id,
          parts,
          ...(canOnboard && checklist && { onboarding: { ownerId: user?.id ?? null } }),
        },
      });
      onStarted(id);
    } catch (failure) {
      setError(messageFor(failure, 'The template could not be applied.'));
      setBusy(false);
    }
  };
  // After an interruption, the last result is shown without applying the template again.
  const before = useQuery(
    read(installs.list, { query: { workspaceId: client.id, ref: template.ref, limit: 1 } }),
  ).data?.items.find(({ state }) => state !== 'undone');
  return (
    <div className="grid gap-4">
      {before && (
        <Banner
          action={
            <Button size="sm" onClick={() => onStarted(before.id)}>
              View result
            </Button>
          }
        >
          This template was applied here <RelativeTime value={before.createdAt} />
          {before.createdBy && ` by ${before.createdBy}`}.
        </Banner>
      )}
      <Card>
        <CardHeader title={`What ${client.name} gets`} />
        <CardBody className="grid gap-4">
          <PartsPicker
            legend="Parts of the template"
            counts={template.counts}
            offered={offered}
            value={parts}
            onChange={setParts}
          />
          {canOnboard && (
            <Checkbox
              checked={checklist}
              onChange={(event) => onChange({ checklist: event.target.checked ? '' : 'off' })}
              label={`Start the onboarding checklist (${template.counts.steps} steps)`}
              hint="You own it. The client’s people see their steps on their dashboard."
            />
          )}
        </CardBody>
      </Card>
      <Card>
        <CardBody className="pt-4">
          <PreviewPanel templateRef={template.ref} workspaceId={client.id} parts={parts} />
        </CardBody>
      </Card>
      {error && <Banner tone="danger">{error}</Banner>}
      <div className="flex justify-between gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          loading={busy}
          disabled={parts.length === 0 && !(canOnboard && checklist)}
          onClick={() => void apply()}
        >
          Apply template
        </Button>
      </div>
    </div>
  );
}
