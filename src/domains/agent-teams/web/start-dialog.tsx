import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { companies, leads } from '../../crm/contract.ts';
import { agentTeams, type Team } from '../contract.ts';
import { spendingWords } from './limits.ts';

interface StartDialogProps {
  team: Team;
  /** The kind of record that a run is about. */
  subject: 'lead' | 'company' | null;
  connected: boolean;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

const searches = {
  async lead(search: string): Promise<Option[]> {
    const { items } = await call(leads.list, { query: { search, limit: 20 } });
    return items.map(({ id, firstName, lastName, companyName }) => ({
      value: id,
      label: `${firstName} ${lastName}`.trim() || companyName,
      detail: companyName,
    }));
  },
  async company(search: string): Promise<Option[]> {
    const { items } = await call(companies.list, { query: { search, limit: 20 } });
    return items.map(({ id, name }) => ({ value: id, label: name }));
  },
};

/** Starts a run: about which record, with which brief, and what it may spend at most. */
export function StartDialog({ team, subject, connected, onClose, onStarted }: StartDialogProps) {
  const [record, setRecord] = useState<Option | null>(null);
  const [brief, setBrief] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isBlocked = !connected && team.agents.some(({ work }) => work.kind === 'think' && work.withoutModel === 'stop');
  const start = async () => {
    setBusy(true);
    setFailure('');
    try {
      const run = await call(agentTeams.start, {
        params: { id: team.id },
        body: { brief, subject: subject && record ? { type: subject, id: record.value } : null },
      });
      onStarted(run.id);
    } catch (error) {
      setFailure(messageFor(error, 'The run was not started. Try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Start run: ${team.name}`}
      description={spendingWords(team)}
      footer={
        isBlocked ? (
          <Link to="/settings" search={{ tab: 'connections' }} className={buttonClass({ variant: 'primary' })}>
            Connect a model
          </Link>
        ) : (
          <Button variant="primary" loading={isBusy} onClick={() => void start()}>
            Start run
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {isBlocked && <Banner tone="warning">This team needs a language model.</Banner>}
        {failure && <Banner tone="danger">{failure}</Banner>}
        {subject && (
          <Field label={subject === 'lead' ? 'Lead' : 'Company'} optional={subject === 'company'}>
            {(control) => (
              <Combobox
                {...control}
                label={subject === 'lead' ? 'Lead' : 'Company'}
                source={searches[subject]}
                value={record}
                onChange={setRecord}
                placeholder="Search…"
              />
            )}
          </Field>
        )}
        <Field label="Brief" optional hint="What to keep in mind in this run.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={4_000}
              value={brief}
              onChange={(event) => setBrief(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
