import { useState } from 'react';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { type Meeting, meetings } from '../contract.ts';
import type { Act } from './meeting-items.tsx';

const DAYS = [7, 30, 90, 365];

/** Links for people without an account: made, copied, and ended. */
export function ShareDialog({ meeting, onAct, onClose }: { meeting: Meeting; onAct: Act; onClose: () => void }) {
  const [days, setDays] = useState('30');
  const [withTranscript, setWithTranscript] = useState(false);
  const params = { id: meeting.id };
  const create = () =>
    onAct(
      () => call(meetings.share, { params, body: { days: Number(days), withTranscript } }),
      'Couldn’t create the link',
    );
  const end = (shareId: string) =>
    onAct(async () => {
      await call(meetings.endShare, { params: { ...params, shareId } });
      return call(meetings.get, { params });
    }, 'Couldn’t end the link');
  const copy = (url: string) =>
    void navigator.clipboard.writeText(url).then(() => toast({ type: 'success', title: 'Link copied' }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share by a link">
      <div className="grid gap-4 px-5 pb-5 text-sm">
        <p className="text-muted">
          Anyone with the link sees the summary and the items that you accepted or kept, until it expires.
        </p>
        <Field label="Expires after">
          {(control) => (
            <Select
              {...control}
              value={days}
              onChange={(event) => setDays(event.target.value)}
              options={DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
            />
          )}
        </Field>
        <Checkbox
          label="Include the transcript"
          checked={withTranscript}
          onChange={(event) => setWithTranscript(event.target.checked)}
        />
        <div>
          <Button variant="primary" onClick={() => void create()}>
            Create link
          </Button>
        </div>
        <ul className="divide-y divide-line border-y border-line empty:hidden">
          {meeting.shares.map(({ id, url, expiresAt, withTranscript: whole }) => (
            <li key={id} className="grid gap-2 py-2">
              <Input readOnly aria-label="Link" value={url} onFocus={(event) => event.target.select()} />
              <div className="flex flex-wrap items-center gap-2">
                <span className="flex-1 text-muted">
                  {whole ? 'With transcript, expires' : 'Expires'}{' '}
                  {new Date(expiresAt).toLocaleDateString('en-US', { dateStyle: 'medium' })}
                </span>
                <Button size="sm" onClick={() => copy(url)}>
                  Copy link
                </Button>
                <Button size="sm" variant="ghost" onClick={() => void end(id)}>
                  End link
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
