import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import PhoneCall from 'lucide-react/icons/phone-call';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { NewAgent, phone, type PhoneAgent, type PhoneStatus } from '../contract.ts';
import { agentProblems } from '../engine/agent.ts';
import { menuProblems } from '../engine/menu.ts';
import { PHONE } from '../paths.ts';
import { AgentFields } from './agent-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { MenuEditor } from './menu-editor.tsx';
import { TestCall } from './test-call.tsx';

interface EditorProps {
  id: string;
  mayManage: boolean;
  carrier: PhoneStatus['carrier'];
  hasModel: boolean;
  bookingTypes: PhoneStatus['bookingTypes'];
  minutePrice: PhoneStatus['minutePrice'];
  onClose: () => void;
  onOpenCall: (id: string) => void;
}

/** One agent: what it says, when, and the menu; beside it the test call. */
export default function AgentEditor(props: EditorProps) {
  const { data, error, refetch } = useQuery(read(phone.agent, { params: { id: props.id } }));
  if (error && !data) return <Failure error={error} what="The agent" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return <Editor {...props} agent={data} />;
}

const fieldsOf = ({
  id: _id,
  version: _version,
  updatedAt: _at,
  calls: _calls,
  lastCallAt: _last,
  ...fields
}: PhoneAgent) => fields satisfies NewAgent;

function Editor({
  agent,
  mayManage,
  carrier,
  hasModel,
  bookingTypes,
  minutePrice,
  onClose,
  onOpenCall,
}: EditorProps & { agent: PhoneAgent }) {
  const client = useQueryClient();
  const [saved, setSaved] = useState(agent);
  const [draft, setDraft] = useState<NewAgent>(fieldsOf(agent));
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([]);
  const [failure, setFailure] = useState('');
  const [isSaving, setSaving] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(fieldsOf(saved));
  useUnsavedGuard(isChanged && !isSaving, ['agent']);
  const change = (part: Partial<NewAgent>) => setDraft({ ...draft, ...part });
  const menu = menuProblems(draft.steps);
  const fail = (found: readonly { field: string; message: string }[], words: string) => {
    setProblems(found);
    setFailure(words);
  };
  const save = async () => {
    const read = NewAgent.safeParse(draft);
    const found = [
      ...(read.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })),
      ...agentProblems(draft),
    ];
    if (found.length > 0) return fail(found, found[0]!.message);
    setSaving(true);
    fail([], '');
    try {
      const next = await call(phone.updateAgent, {
        params: { id: saved.id },
        body: { ...draft, version: saved.version },
      });
      setSaved(next);
      setDraft(fieldsOf(next));
      await client.invalidateQueries({ queryKey: [PHONE.agents] });
      toast({ type: 'success', title: `Agent saved: ${next.name}` });
    } catch (error) {
      fail(error instanceof ApiError ? error.fields : [], messageFor(error, 'The agent was not saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Delete the agent ${saved.name}?`,
      description: 'Its calls and tasks stay. This cannot be undone.',
      action: 'Delete agent',
      tone: 'danger',
    });
    if (!sure) return;
    try {
      await call(phone.removeAgent, { params: { id: saved.id } });
      await client.invalidateQueries({ queryKey: [PHONE.agents] });
      onClose();
    } catch (error) {
      setFailure(messageFor(error, 'The agent was not deleted. Try again.'));
    }
  };
  const errorOf = (field: string) => problems.find((one) => one.field === field)?.message;
  return (
    <article className="grid gap-5 text-sm">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose} className="-ml-2">
            All agents
          </Button>
          <Button
            size="sm"
            icon={<PhoneCall />}
            className="ml-auto lg:hidden"
            onClick={() => document.getElementById('test-call')?.scrollIntoView()}
          >
            Go to test call
          </Button>
        </div>
        <h1 tabIndex={-1} className="page-title break-words">
          {saved.name}
        </h1>
      </header>
      {!mayManage && (
        <Banner tone="info">Only owners and administrators can change agents. You can test this one.</Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <fieldset disabled={!mayManage} className="m-0 grid min-w-0 gap-6 border-0 p-0">
          <legend className="sr-only">Settings of the agent</legend>
          <AgentFields draft={draft} carrier={carrier} minutePrice={minutePrice} errorOf={errorOf} onChange={change} />
          <HoursFields
            hours={draft.hours}
            timeZone={draft.timeZone}
            problems={problems.filter(({ field }) => field.startsWith('hours'))}
            onChange={change}
          />
          <MenuEditor
            steps={draft.steps}
            hasModel={hasModel}
            bookingTypes={bookingTypes}
            menuProblems={menu}
            problems={problems}
            onChange={(steps) => change({ steps })}
          />
          {failure && (
            <Banner tone="danger">
              {problems.length > 1 ? (
                <>
                  Fix {problems.length} problems:
                  <ul className="list-disc pl-5">
                    {problems.map(({ field, message }) => (
                      <li key={`${field} ${message}`}>{message}</li>
                    ))}
                  </ul>
                </>
              ) : (
                failure
              )}
            </Banner>
          )}
          {mayManage && (
            <div className="sticky bottom-(--shell-bar) z-10 -mx-1 flex flex-wrap gap-2 border-t border-line bg-canvas px-1 py-3">
              <Button variant="primary" loading={isSaving} disabled={!isChanged} onClick={() => void save()}>
                Save agent
              </Button>
              {isChanged && (
                <Button
                  onClick={() => {
                    setDraft(fieldsOf(saved));
                    fail([], '');
                  }}
                >
                  Discard changes
                </Button>
              )}
              <Button variant="ghost" className="ml-auto" onClick={() => void remove()}>
                Delete agent…
              </Button>
            </div>
          )}
        </fieldset>
        <TestCall agent={saved} isChanged={isChanged} onOpenCall={onOpenCall} />
      </div>
    </article>
  );
}
