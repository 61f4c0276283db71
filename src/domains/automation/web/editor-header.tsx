import { useQueryClient } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import History from 'lucide-react/icons/history';
import List from 'lucide-react/icons/list';
import Network from 'lucide-react/icons/network';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Breadcrumb } from '../../../web/ui/breadcrumb.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { type Workflow, workflows } from '../contract/workflows.ts';
import { findStep } from '../engine/step-tree.ts';
import { NameField } from './name-field.tsx';
import type { SaveState, useDraft } from './use-draft.ts';
import { stepTitle, WORKFLOW_STATES } from './labels.ts';

interface EditorHeaderProps {
  workflow: Workflow;
  drafting: ReturnType<typeof useDraft>;
  view: 'canvas' | 'list';
  onView: (view: 'canvas' | 'list') => void;
  onTry: () => void;
  onVersions: () => void;
  /** Opens a step that has to be fixed. */
  onStep: (id: string) => void;
}

const SAVE_WORDS: Record<SaveState, string> = {
  saved: 'Draft saved',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  conflict: 'Changed by someone else',
  failed: 'Not saved',
};

/** Name, state and what can be done with the workflow as a whole. */
export function EditorHeader({ workflow, drafting, view, onView, onTry, onVersions, onStep }: EditorHeaderProps) {
  const client = useQueryClient();
  const [publishing, setPublishing] = useState(false);
  const { id } = workflow;
  const keep = (present: Workflow) => {
    drafting.setVersion(present.version);
    client.setQueryData(readKey(workflows.get, { params: { id } }), present);
  };
  const act = async (work: () => Promise<Workflow>, said: string, failure: string) => {
    try {
      keep(await work());
      toast({ type: 'success', title: said });
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
  };
  const publish = async () => {
    setPublishing(true);
    const version = await drafting.save();
    if (version !== undefined)
      await act(
        () => call(workflows.publish, { params: { id }, body: { version } }),
        'Workflow published and turned on',
        'Workflow not published',
      );
    setPublishing(false);
  };
  const { state, pausedReason, published, problems, changed } = workflow;
  const label = WORKFLOW_STATES[state];
  const [first] = problems;
  const step = first?.stepId === undefined ? undefined : findStep(drafting.draft, first.stepId);
  return (
    <header className="border-b border-line px-4 py-3 sm:px-6">
      <Breadcrumb
        items={[
          <Link key="list" to="/workflow-visualization" className="hover:text-ink hover:underline">
            Workflows
          </Link>,
          'Workflow',
        ]}
      />
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <NameField workflow={workflow} onSaved={keep} />
        <Badge tone={label.tone}>
          {label.text}
          {published !== null && ` · version ${published}`}
        </Badge>
        {changed && published !== null && <Badge tone="info">Unpublished changes</Badge>}
        <span className="text-xs text-muted" aria-live="polite">
          {SAVE_WORDS[drafting.state]}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-1.5">
          <IconButton
            label="Undo last change"
            shortcut="Ctrl Z"
            icon={<Undo2 />}
            disabled={!drafting.canUndo}
            onClick={drafting.undo}
          />
          <IconButton label="Canvas" icon={<Network />} pressed={view === 'canvas'} onClick={() => onView('canvas')} />
          <IconButton label="List" icon={<List />} pressed={view === 'list'} onClick={() => onView('list')} />
          <IconButton label="Versions" icon={<History />} onClick={onVersions} />
          <Button icon={<FlaskConical />} onClick={onTry}>
            Test
          </Button>
          {published !== null && (
            <Switch
              aria-label="Workflow on"
              checked={state === 'on'}
              onCheckedChange={(on) =>
                void act(
                  () => call(workflows.setState, { params: { id }, body: { version: workflow.version, on } }),
                  on ? 'Turned on' : 'Turned off',
                  'No changes were saved',
                )
              }
            />
          )}
          <Button
            variant="primary"
            loading={publishing}
            disabled={!changed && state === 'on'}
            onClick={() => void publish()}
          >
            Publish
          </Button>
        </span>
      </div>
      {pausedReason && <p className="mt-1 text-sm text-warning-ink">{pausedReason}</p>}
      {first && (
        <p className="mt-1 text-xs text-muted">
          {problems.length === 1 ? 'Fix 1 problem: ' : `Fix ${problems.length} problems: `}
          {step && (
            <button
              type="button"
              className="rounded-sm text-accent-ink underline underline-offset-2"
              onClick={() => onStep(step.id)}
            >
              {stepTitle(step)}
            </button>
          )}
          {step && ': '}
          {first.message}
        </p>
      )}
    </header>
  );
}
