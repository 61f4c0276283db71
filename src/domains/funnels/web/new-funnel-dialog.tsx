import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { funnels, type FunnelTemplateRow } from '../contract.ts';

/** Names a funnel and chooses what it starts from. */
export default function NewFunnelDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const { data, error, refetch } = useQuery(read(funnels.templates));
  const form = useId();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState('consultant');
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');
  const chosen = data?.items.find(({ id }) => id === template);
  const submit = async () => {
    setSaving(true);
    setProblem('');
    try {
      const { id } = await call(funnels.create, {
        body: { name: name.trim() || (chosen?.name ?? 'Funnel'), template },
      });
      onCreated(id);
    } catch (failure) {
      setProblem(messageFor(failure, 'The funnel could not be created. Try again.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New funnel"
      description="Choose a template. Everything in it can be changed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} loading={isSaving}>
            Create funnel
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error && <Failure error={error} what="Templates" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {data && (
          <fieldset>
            <legend className="mb-2 text-sm font-medium">Template</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {data.items.map((one) => (
                <TemplateChoice key={one.id} template={one} chosen={one.id === template} onChoose={setTemplate} />
              ))}
            </div>
          </fieldset>
        )}
        <Field label="Name" hint="Only you and your team see it.">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={120}
              placeholder={chosen?.name ?? ''}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {problem && <FieldError>{problem}</FieldError>}
      </form>
    </Dialog>
  );
}

interface TemplateChoiceProps {
  template: FunnelTemplateRow;
  chosen: boolean;
  onChoose: (id: string) => void;
}

function TemplateChoice({ template: { id, name, description, steps, theme }, chosen, onChoose }: TemplateChoiceProps) {
  return (
    <label
      className={cx(
        'flex cursor-pointer gap-3 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name="template"
        value={id}
        checked={chosen}
        className="sr-only"
        onChange={() => onChoose(id)}
      />
      <span
        className="mt-0.5 size-6 shrink-0 rounded-md bg-accent"
        style={theme.color ? { background: theme.color } : undefined}
      />
      <span className="min-w-0 text-sm font-medium">
        {name}
        <span className="block text-xs font-normal text-muted">{description}</span>
        <span className="mt-1 block text-xs font-normal text-muted">{steps.join(' → ')}</span>
      </span>
    </label>
  );
}
