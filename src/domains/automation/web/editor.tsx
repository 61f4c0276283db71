import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { useRecordTitle } from '../../../web/router/titles.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { announce } from '../../../web/shell/announcer.tsx';
import { useShortcuts } from '../../../web/shell/shortcuts.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { Step, StepKind, Trigger } from '../contract/definition.ts';
import { type Catalogue, type Workflow, workflowRuns } from '../contract/workflows.ts';
import {
  blankStep,
  freshId,
  insertStep,
  moveStep,
  type Place,
  relocateStep,
  removeStep,
  replaceStep,
  shiftStep,
} from '../engine/edit.ts';
import { findStep } from '../engine/step-tree.ts';
import { EditorHeader } from './editor-header.tsx';
import { parseEditorSearch } from './editor-search.ts';
import { Guards } from './run-limits.tsx';
import { Inspector } from './inspector.tsx';
import { RecentRuns } from './recent-runs.tsx';
import type { StepMark } from './step-card.tsx';
import { useStepKeys } from './step-keys.ts';
import { StepList } from './step-list.tsx';
import { useDraft } from './use-draft.ts';
import { useWide } from '../../../web/ui/use-wide.ts';
import { makersBefore, recordOf } from './variables.ts';
import { stepTitle, triggerWords } from './labels.ts';

const Canvas = lazy(() => import('./canvas.tsx'));
const TryPanel = lazy(() => import('./try-panel.tsx'));
const VersionsSheet = lazy(() => import('./versions-sheet.tsx'));
const NO_MARKS: ReadonlyMap<string, StepMark> = new Map();

/** Building a workflow: picture or list on one side, what is chosen on the other. */
export function Editor({ workflow, catalogue }: { workflow: Workflow; catalogue: Catalogue }) {
  const [search, setSearch] = usePageSearch(parseEditorSearch);
  const drafting = useDraft(workflow);
  const { draft, change, undo } = drafting;
  const [trying, setTrying] = useState(false);
  const wide = useWide();
  const view = search.view || (wide ? 'canvas' : 'list');
  const { marks, shown } = useRunMarks(search.run);
  useRecordTitle(workflow.name);
  const latestUndo = useRef(undo);
  latestUndo.current = undo;
  const [shortcuts] = useState(() => [
    {
      keys: 'Mod+Z',
      label: 'Undo last change',
      group: 'Workflow',
      run: () => {
        latestUndo.current();
        announce('Undone.');
      },
    },
  ]);
  useShortcuts(shortcuts);

  const section = useRef<HTMLElement>(null);
  const details = useRef<HTMLElement>(null);
  const select = (step: string) => setSearch({ step }, { replace: true });
  const acts = {
    select,
    insert: (place: Place, kind: StepKind) => {
      const id = freshId(draft.steps);
      const hasRecord = recordOf(draft, catalogue) !== null;
      change({
        ...draft,
        steps: insertStep(draft.steps, place, blankStep(kind, id, { hasRecord, made: makersBefore(draft, id)[0]?.id })),
      });
      select(id);
      keys.goTo(id);
    },
    move: (id: string, by: -1 | 1) => change({ ...draft, steps: moveStep(draft.steps, id, by) }),
    shift: (id: string, by: -1 | 1) => {
      const moved = shiftStep(draft.steps, id, by);
      change({ ...draft, steps: moved });
      return moved;
    },
    relocate: (id: string, place: Place) => change({ ...draft, steps: relocateStep(draft.steps, id, place) }),
    remove: (step: Step) => {
      const made = { ...draft, steps: removeStep(draft.steps, step.id) };
      change(made);
      if (search.step === step.id) select('');
      toast({ title: `“${stepTitle(step)}” removed`, action: drafting.backFrom(made, draft) });
    },
    replace: (step: Step) => change({ ...draft, steps: replaceStep(draft.steps, step) }),
    setTrigger: (trigger: Trigger) => change({ ...draft, trigger: trigger as unknown as typeof draft.trigger }),
  };
  const steps = shown ? shown.definition.steps : draft.steps;
  const problems = shown ? [] : workflow.problems;
  const trigger = triggerWords(shown ? shown.definition.trigger : draft.trigger, catalogue.events);
  const open = search.step === 'trigger' || findStep({ steps }, search.step) ? search.step : '';

  const keys = useStepKeys({ section, details, steps, fixed: shown !== undefined, acts });

  return (
    <div className="flex min-h-0 flex-col lg:h-[calc(100dvh-var(--shell-edges))]">
      <EditorHeader
        workflow={workflow}
        drafting={drafting}
        view={view}
        onView={(next) => setSearch({ view: next })}
        onTry={() => setTrying(true)}
        onVersions={() => setSearch({ versions: 'latest' })}
        onStep={select}
      />
      {drafting.state === 'conflict' && (
        <Banner
          tone="warning"
          className="m-3"
          action={
            <>
              <Button size="sm" onClick={() => void drafting.resolve(false)}>
                Use theirs
              </Button>
              <Button size="sm" onClick={() => void drafting.resolve(true)}>
                Keep mine
              </Button>
            </>
          }
        >
          Someone else changed this workflow while you were editing. Choose which version to keep.
        </Banner>
      )}
      {shown && (
        <Banner
          tone="info"
          className="m-3"
          action={
            <Button size="sm" onClick={() => setSearch({ run: '' })}>
              Back to draft
            </Button>
          }
        >
          You are viewing version {shown.number} with a run: {shown.title || shown.startedBy.kind}.
        </Banner>
      )}
      <div className="grid min-h-0 flex-1 lg:grid-cols-[1fr_24rem]">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the steps within, caught where they bubble to */}
        <section
          ref={section}
          aria-label="Steps"
          onKeyDown={keys.onStepKey}
          className={cx('relative min-h-[24rem] min-w-0 overflow-y-auto', open && !wide && 'hidden')}
        >
          {view === 'canvas' ? (
            <Suspense fallback={<Skeleton className="m-6 h-80" />}>
              <Canvas
                steps={steps}
                trigger={trigger}
                selected={open}
                problems={problems}
                marks={marks}
                onSelect={select}
                onInsert={shown ? () => setSearch({ run: '' }) : acts.insert}
                onRelocate={shown ? () => undefined : acts.relocate}
              />
            </Suspense>
          ) : (
            <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 p-4">
              <button
                type="button"
                data-step="trigger"
                aria-pressed={open === 'trigger'}
                onClick={() => select('trigger')}
                className="rounded-md border border-line bg-accent-soft px-3 py-2 text-left hover:border-accent"
              >
                <span className="block text-xs text-muted">Starts</span>
                <span className="block text-sm font-medium">{trigger}</span>
              </button>
              <StepList
                steps={steps}
                selected={open}
                problems={problems}
                marks={marks}
                acts={acts}
                fixed={shown !== undefined}
              />
            </div>
          )}
        </section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any field within, caught where it bubbles to */}
        <aside
          ref={details}
          aria-label="Details"
          onKeyDown={(event) => keys.onDetailsKey(event, open)}
          className="min-h-0 overflow-y-auto border-t border-line lg:border-t-0 lg:border-l"
        >
          {open ? (
            <Inspector
              key={open}
              open={open}
              draft={draft}
              shown={shown}
              workflow={workflow}
              catalogue={catalogue}
              onStep={acts.replace}
              onTrigger={acts.setTrigger}
              onRemove={acts.remove}
              onClose={() => select('')}
            />
          ) : (
            <>
              <RecentRuns workflow={workflow} current={search.run} onShow={(run) => setSearch({ run, step: '' })} />
              <Guards workflow={workflow} />
            </>
          )}
        </aside>
      </div>
      {search.versions && (
        <Suspense fallback={null}>
          <VersionsSheet
            workflow={workflow}
            draft={draft}
            chosen={search.versions}
            onChoose={(versions) => setSearch({ versions }, { replace: true })}
            onClose={() => setSearch({ versions: '' })}
            onRestore={(definition, number) => {
              const made = { trigger: definition.trigger as unknown as typeof draft.trigger, steps: definition.steps };
              change(made);
              setSearch({ versions: '', step: '', run: '' });
              toast({
                type: 'success',
                title: `Version ${number} restored as draft`,
                description: 'Publish it to use it in new runs.',
                action: drafting.backFrom(made, draft),
              });
            }}
          />
        </Suspense>
      )}
      {trying && (
        <Suspense fallback={null}>
          <TryPanel
            workflow={workflow}
            catalogue={catalogue}
            draft={draft}
            save={drafting.save}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The run that is shown over the workflow, and how its steps fared; live while it goes on. */
function useRunMarks(runId: string) {
  const { data: shown } = useQuery({
    ...read(workflowRuns.get, { params: { id: runId || 'none' } }),
    enabled: runId !== '',
  });
  const marks = useMemo(
    () => (shown ? new Map(shown.steps.map((step) => [step.stepId, step.state])) : NO_MARKS),
    [shown],
  );
  return runId === '' ? { marks: NO_MARKS, shown: undefined } : { marks, shown };
}
