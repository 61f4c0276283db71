import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Channel, messaging, Purpose } from '../contract.ts';
import { CHANNEL_LABELS, PURPOSE_LABELS } from './labels.ts';

const counted = (count: number) => count.toLocaleString('en');

/** A dry run over the contacts of the workspace. */
export function Reach() {
  const [channel, setChannel] = useState<Channel>('email');
  const [purpose, setPurpose] = useState<Purpose>('marketing');
  const [tag, setTag] = useState('');
  const { data, error, isFetching, refetch } = useQuery({
    ...read(messaging.plan, { query: { channel, purpose, tag: tag.trim() || undefined } }),
    placeholderData: (previous) => previous,
  });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
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
        <Field label="Purpose">
          {(control) => (
            <Select
              {...control}
              value={purpose}
              options={Purpose.options.map((value) => ({ value, label: PURPOSE_LABELS[value] }))}
              onChange={(event) => setPurpose(event.target.value as Purpose)}
            />
          )}
        </Field>
        <Field label="Only with the tag" optional>
          {(control) => <Input {...control} value={tag} onChange={(event) => setTag(event.target.value)} />}
        </Field>
      </div>
      {error && !data && <Failure error={error} what="The reach" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (
        <div role="status" aria-busy={isFetching} className="grid gap-2 text-sm">
          <p className="text-base font-semibold">
            Would go to {counted(data.wouldGo)} of {counted(data.total)}
          </p>
          {data.later > 0 && <p>{counted(data.later)} of them after quiet hours.</p>}
          <ul className="grid gap-1">
            {data.refused.map(({ reason, label, count, examples }) => (
              <li key={reason} className="text-muted">
                <span className="font-medium text-ink">{counted(count)}</span> not: {label}
                {examples.length > 0 && <span className="break-all"> For example {examples.join(', ')}.</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
