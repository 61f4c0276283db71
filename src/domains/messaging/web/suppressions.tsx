import ShieldOff from 'lucide-react/icons/shield-off';
import { useId, useState } from 'react';
import { useAct } from '../../../records/web/use-row-action.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { Panel } from '../../identity/web/index.ts';
import { Channel, MAX_ADDRESSES, messaging, type Suppression } from '../contract.ts';
import { MESSAGING } from '../paths.ts';
import { CHANNEL_LABELS, REASON_LABELS } from './labels.ts';

/** Addresses to which nothing is sent, with why. */
export function Suppressions() {
  const act = useAct(MESSAGING.suppressions);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const list = usePages(messaging.suppressions, { query: { limit: 30, search: search.trim() || undefined } });
  const remove = async (row: Suppression) => {
    const sure = await confirm({
      title: `Send to ${row.address} again?`,
      description: 'Consent is still respected.',
      action: 'Send again',
    });
    if (sure)
      await act(`${row.address} is no longer suppressed`, 'The address stays suppressed', () =>
        call(messaging.unsuppress, { params: { id: row.id } }),
      );
  };
  return (
    <Panel
      title="Suppressed addresses"
      description="Nothing is sent to them, whatever the purpose."
      actions={
        <Button size="sm" onClick={() => setAdding(true)}>
          Add addresses
        </Button>
      }
    >
      <Input
        type="search"
        aria-label="Find a suppressed address"
        placeholder="Find an address"
        className="mb-3 sm:max-w-60"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {list.loading && <Skeleton className="h-16 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The list" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<ShieldOff />} title={search ? 'No address found' : 'No suppressed addresses'}>
          Addresses that bounce or complain come here by themselves.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 font-medium break-all">{row.address}</span>
            <Badge tone={row.reason === 'complained' || row.reason === 'stopped' ? 'danger' : 'neutral'}>
              {REASON_LABELS[row.reason]}
            </Badge>
            {row.note && <span className="min-w-0 break-words text-muted">{row.note}</span>}
            <RelativeTime value={row.createdAt} className="ml-auto text-xs text-muted" />
            {row.reason !== 'complained' && row.reason !== 'stopped' && (
              <Button size="sm" variant="ghost" aria-label={`Remove ${row.address}`} onClick={() => void remove(row)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const act = useAct(MESSAGING.suppressions);
  const [channel, setChannel] = useState<Channel>('email');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [saving, setSaving] = useState(false);
  const addresses = text.split(/[\s,;]+/).filter(Boolean);
  const save = async () => {
    setSaving(true);
    const done = await act('Addresses suppressed', 'No address was suppressed', async () => {
      const { added, known, invalid } = await call(messaging.suppress, {
        body: { channel, addresses, note: note.trim() },
      });
      if (invalid.length > 0)
        toast({
          type: 'warning',
          title: `${invalid.length} of ${addresses.length} are no addresses`,
          description: invalid.slice(0, 3).join(', '),
        });
      return added + known;
    });
    if (done) return onClose();
    setSaving(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add addresses"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving} disabled={addresses.length === 0}>
            Add addresses
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Channel">
          {(control) => (
            <Select
              {...control}
              value={channel}
              options={Channel.options.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
              onChange={(event) => setChannel(event.target.value as Channel)}
            />
          )}
        </Field>
        <Field
          label="Addresses"
          required
          hint={`One a line, or separated by commas; up to ${MAX_ADDRESSES.toLocaleString('en')} at a time.`}
        >
          {(control) => (
            <Textarea {...control} rows={6} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <Field label="Note" optional>
          {(control) => (
            <Input {...control} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
