import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { type Workflow, workflows } from '../contract/workflows.ts';

/** Limits of a workflow: how often it may start, protection from loops, and rejected starts. */
export function Guards({ workflow }: { workflow: Workflow }) {
  const client = useQueryClient();
  const { id, version, runsPerMinute, blocked } = workflow;
  /** Undefined until someone types: the limit that is saved is shown. */
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(runsPerMinute);
  const [error, setError] = useState('');
  const wanted = Number(text);
  const save = async () => {
    setError('');
    try {
      client.setQueryData(
        readKey(workflows.get, { params: { id } }),
        await call(workflows.update, { params: { id }, body: { version, runsPerMinute: wanted } }),
      );
      setTyped(undefined);
      toast({ type: 'success', title: `Limit set to ${wanted.toLocaleString()} runs per minute` });
    } catch (reason) {
      setError(messageFor(reason, 'The limit was not saved.'));
    }
  };
  return (
    <section aria-labelledby="workflow-guards" className="border-t border-line p-4">
      <h2 id="workflow-guards" className="mb-2 text-base font-semibold">
        Limits
      </h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Max. runs per minute" error={error} className="w-44">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={6000}
              inputMode="numeric"
              value={text}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {wanted !== runsPerMinute && wanted > 0 && <Button type="submit">Save</Button>}
      </form>
      <p className="mt-2 text-xs text-muted">
        A workflow never starts itself, and chains of workflows that start each other are stopped.{' '}
        {blocked === 0 ? (
          'No starts refused so far.'
        ) : (
          <>
            <Link
              to={`/workflow-visualization?tab=runs&workflow=${id}&state=blocked`}
              className="text-accent-ink underline underline-offset-2"
            >
              {blocked === 1 ? '1 start was' : `${blocked.toLocaleString()} starts were`} refused
            </Link>
            , each with its reason.
          </>
        )}
      </p>
    </section>
  );
}
