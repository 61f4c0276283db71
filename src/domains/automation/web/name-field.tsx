import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Input } from '../../../web/ui/input.tsx';
import { type Workflow, workflows } from '../contract/workflows.ts';

/** The workflow's name, which is also the page's heading; pressed, it can be changed. */
export function NameField({ workflow, onSaved }: { workflow: Workflow; onSaved: (present: Workflow) => void }) {
  const [name, setName] = useState<string>();
  const save = async () => {
    const wanted = name?.trim();
    setName(undefined);
    if (!wanted || wanted === workflow.name) return;
    try {
      onSaved(
        await call(workflows.update, {
          params: { id: workflow.id },
          body: { version: workflow.version, name: wanted },
        }),
      );
    } catch (error) {
      toast({ type: 'error', title: 'Name not saved', description: messageFor(error, 'Try again.') });
    }
  };
  if (name === undefined) {
    return (
      <h1 className="page-title">
        <button
          type="button"
          className="rounded-sm text-left hover:bg-hover"
          data-tooltip="Rename"
          onClick={() => setName(workflow.name)}
        >
          {workflow.name}
        </button>
      </h1>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1 className="sr-only">{workflow.name}</h1>
      <Input
        aria-label="Workflow name"
        autoFocus
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => void save()}
        className="w-72"
      />
    </form>
  );
}
