import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useUnsavedGuard } from '../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { Loaded, RowSkeletons } from '../../../identity/web/index.ts';
import { type Absence, availability as calls, NewAbsence } from '../../contract/availability.ts';
import { Hours } from './hours-form.tsx';

/** When a member usually works and is away. */
export function AvailabilityEditor({ userId }: { userId: string }) {
  const query = useQuery(read(calls.get, { params: { id: userId } }));
  return (
    <Loaded query={query} what="Availability" skeleton={<RowSkeletons />}>
      {(value) => (
        <div className="grid gap-6">
          <Hours userId={userId} value={value} />
          <Absences userId={userId} absences={value.absences} />
        </div>
      )}
    </Loaded>
  );
}

function Absences({ userId, absences }: { userId: string; absences: readonly Absence[] }) {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: readKey(calls.get, { params: { id: userId } }) });
  const remove = async (absence: Absence) => {
    try {
      await call(calls.removeAbsence, { params: { id: userId, absenceId: absence.id } });
      await refresh();
      const { firstDay, lastDay, note } = absence;
      offerUndo({
        title: 'Days away removed',
        undo: () => call(calls.addAbsence, { params: { id: userId }, body: { firstDay, lastDay, note } }).then(refresh),
      });
    } catch (error) {
      toast({ type: 'error', title: 'The days could not be removed', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <section aria-label="Days away" className="grid gap-2">
      <h3 className="text-sm font-semibold">Days away</h3>
      {absences.length === 0 && !adding && <p className="text-sm text-muted">None upcoming</p>}
      <ul className="divide-y divide-line">
        {absences.map((absence) => (
          <li key={absence.id} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <DayText value={absence.firstDay} />
              {absence.lastDay !== absence.firstDay && (
                <>
                  {' '}
                  – <DayText value={absence.lastDay} />
                </>
              )}
              {absence.note && <span className="text-muted"> · {absence.note}</span>}
            </span>
            <IconButton
              label={`Remove the days from ${absence.firstDay}`}
              icon={<Trash2 />}
              onClick={() => void remove(absence)}
            />
          </li>
        ))}
      </ul>
      {adding ? (
        <NewAbsenceForm
          userId={userId}
          onDone={() => {
            setAdding(false);
            void refresh();
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Add days away
          </Button>
        </div>
      )}
    </section>
  );
}

function NewAbsenceForm({ userId, onDone, onCancel }: { userId: string; onDone: () => void; onCancel: () => void }) {
  const form = useContractForm(NewAbsence, {
    defaultValues: { firstDay: '', lastDay: '', note: '' },
    judge: 'onSubmit',
    failure: 'The days could not be added.',
    onSubmit: async (body) => {
      await call(calls.addAbsence, { params: { id: userId }, body });
      onDone();
    },
  });
  useUnsavedGuard(form.unsaved, ['open']);
  return (
    <Form form={form} className="max-w-md rounded-md border border-line p-3">
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <FormField name="firstDay" label="First day" type="date" required autoFocus className="flex-1" />
          <FormField name="lastDay" label="Last day" type="date" required className="flex-1" />
        </div>
        <FormField name="note" label="Note" optional hint="Visible to teammates." />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={form.saving}>
            Add
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </Form>
  );
}
