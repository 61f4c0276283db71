import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { type Catalogue, type DryRun, type Workflow, workflows } from '../contract/workflows.ts';
import { findStep } from '../engine/step-tree.ts';
import { Data, Filled } from './field-values.tsx';
import type { LocalDraft } from './use-draft.ts';
import { RecordField } from './record-field.tsx';
import { recordOf } from './variables.ts';
import { stepTitle } from './labels.ts';

interface TryPanelProps {
  workflow: Workflow;
  catalogue: Catalogue;
  draft: LocalDraft;
  save: () => Promise<number | undefined>;
  onClose: () => void;
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Tries the draft: says what would happen, and does nothing. What is published can be run from here by hand. */
export default function TryPanel({ workflow, catalogue, draft, save, onClose }: TryPanelProps) {
  const { kind, types } = (draft.trigger ?? {}) as { kind?: string; types?: string[] };
  const record = recordOf(draft, catalogue);
  const events = useQuery({
    ...read(workflows.pastEvents, { query: { types: (types ?? []).join(',') || 'none' } }),
    enabled: kind === 'event',
  });
  const [chosen, setChosen] = useState<string>();
  // The newest one is what people mean by "try it"; "None" is a choice, too.
  const eventId = chosen ?? String(events.data?.items[0]?.id ?? '');
  const [recordId, setRecordId] = useState('');
  const [body, setBody] = useState('{}');
  const [result, setResult] = useState<DryRun>();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const input = () => ({
    ...(kind === 'event' && eventId && { eventId: Number(eventId) }),
    ...(record && recordId && !eventId && { record: { kind: record, id: recordId } }),
    ...(kind === 'hook' && { data: JSON.parse(body) as Record<string, unknown> }),
  });
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (failure) {
      setError(
        failure instanceof SyntaxError ? 'The data is not valid JSON.' : messageFor(failure, 'The test could not run.'),
      );
    }
    setBusy(false);
  };
  const dry = () =>
    attempt(async () => {
      setResult(undefined);
      await save();
      setResult(await call(workflows.dryRun, { params: { id: workflow.id }, body: input() }));
    });
  const run = () =>
    attempt(async () => {
      const { eventId: _, ...rest } = input() as { eventId?: number };
      await call(workflows.start, { params: { id: workflow.id }, body: rest });
      toast({ type: 'success', title: 'Run started' });
      onClose();
    });
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title="Test"
      description="See what the draft would do. Nothing is sent or changed."
      footer={
        <>
          {workflow.published !== null && (kind === 'manual' || recordId) && (
            <Button loading={busy} onClick={() => void run()}>
              Run version {workflow.published} for real
            </Button>
          )}
          {/* The newest event is what it is tried on: not before it is known. */}
          <Button
            variant="primary"
            loading={busy}
            disabled={kind === 'event' && events.isPending}
            onClick={() => void dry()}
          >
            Run test
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {kind === 'event' && (
          <Field label="With a past event" hint={events.data?.items.length === 0 ? 'No such events yet.' : undefined}>
            {(control) => (
              <Select
                {...control}
                value={eventId}
                placeholder="None"
                options={(events.data?.items ?? []).map((event) => ({
                  value: String(event.id),
                  label: `${catalogue.events.find((one) => one.type === event.type)?.label ?? event.type}, ${when.format(new Date(event.at))}`,
                }))}
                onChange={(event) => setChosen(event.target.value)}
              />
            )}
          </Field>
        )}
        {record && !eventId && <RecordField key={record} kind={record} onChange={setRecordId} />}
        {kind === 'hook' && (
          <Field label="Data from the other system">
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                className="font-mono text-xs"
                value={body}
                onChange={(event) => setBody(event.target.value)}
              />
            )}
          </Field>
        )}
        {error && <Banner tone="danger">{error}</Banner>}
        {result && <Outcome result={result} draft={draft} />}
      </div>
    </Sheet>
  );
}

function Outcome({ result, draft }: { result: DryRun; draft: LocalDraft }) {
  return (
    <section aria-label="Result" aria-live="polite" className="grid gap-2">
      <Banner tone={result.starts ? 'success' : 'warning'}>{result.why}</Banner>
      <ol className="grid gap-2">
        {result.steps.map((step, n) => {
          const known = findStep(draft, step.stepId);
          return (
            <li key={n} data-testid="would" className="rounded-md border border-line p-3 text-sm">
              <p className="font-medium">{known ? stepTitle(known) : step.kind}</p>
              {step.problem ? (
                <p className="text-danger-ink">{step.problem}</p>
              ) : (
                <p className="text-muted">{step.would}</p>
              )}
              {step.fields.length > 0 && <Filled fields={step.fields} />}
              {!step.problem && <Data label="Input, as JSON" value={step.input} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
