import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { workflows } from '../contract/workflows.ts';

/** Begins a workflow: from nothing, or from a template. */
export function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const { data } = useQuery(read(workflows.catalogue));
  const [template, setTemplate] = useState('');
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const chosen = data?.templates.find((one) => one.id === template);
  const create = async () => {
    setSaving(true);
    try {
      const { id } = await call(workflows.create, {
        body: { name: name.trim() || chosen?.name || '', ...(chosen && { draft: chosen.draft }) },
      });
      await navigate({ to: `/workflow-visualization/${id}` });
    } catch (failure) {
      setError(messageFor(failure, 'The workflow could not be created.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New workflow"
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Create workflow
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {error && <Banner tone="danger">{error}</Banner>}
        <Field label="Name" required>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={120}
              value={name}
              placeholder={chosen?.name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium">Start from</legend>
          {[
            { id: '', name: 'Blank workflow', description: 'Choose a trigger and add steps yourself.' },
            ...(data?.templates ?? []),
          ].map((one) => (
            <label
              key={one.id}
              className={cx(
                'grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-2 rounded-md border p-3',
                one.id === template ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name="template"
                className="mt-1 size-4"
                checked={one.id === template}
                onChange={() => setTemplate(one.id)}
              />
              <span className="text-sm font-medium">{one.name}</span>
              <span className="col-start-2 text-xs text-muted">{one.description}</span>
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
