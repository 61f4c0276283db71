import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, readKey } from '../../../web/api/request.ts';
import { messageFor } from '../../../web/api/error.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { booking, CaldavAccount, type FoundCalendar } from '../contract.ts';

interface Found {
  username: string;
  password: string;
  calendars: FoundCalendar[];
}

interface CaldavDialogProps {
  /** Calendars that may still be connected. */
  left: number;
  onClose: () => void;
}

/** Connects calendars of a CalDAV account: first the account, then which of its calendars. */
export default function CaldavDialog({ left, onClose }: CaldavDialogProps) {
  const [found, setFound] = useState<Found>();
  const form = useContractForm(CaldavAccount, {
    defaultValues: { url: '', username: '', password: '' },
    failure: 'The calendars could not be found.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const { items } = await call(booking.findCalendars, { body });
      setFound({ username: body.username, password: body.password, calendars: items });
    },
  });
  if (found) return <ChooseDialog found={found} left={left} onClose={onClose} />;
  return (
    <EntryDialog form={form} onClose={onClose} title="Connect CalDAV account" submit="Find calendars">
      <FormField
        name="url"
        label="Server or email address"
        placeholder="https://caldav.example.com"
        hint="iCloud: https://caldav.icloud.com. Fastmail: https://caldav.fastmail.com. Nextcloud: the address of your server."
        required
        autoFocus
      />
      <FormField name="username" label="Username" autoComplete="off" required />
      <FormField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="iCloud, Fastmail, and accounts with two-factor sign-in need an app password."
        required
      />
    </EntryDialog>
  );
}

function ChooseDialog({ found, left, onClose }: { found: Found } & CaldavDialogProps) {
  const client = useQueryClient();
  const { calendars, username, password } = found;
  const [chosen, setChosen] = useState<readonly string[]>(calendars.slice(0, 1).map(({ url }) => url));
  const [writeTo, setWriteTo] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const connect = async () => {
    setBusy(true);
    try {
      const picked = calendars.filter(({ url }) => chosen.includes(url)).map(({ name, url }) => ({ name, url }));
      await call(booking.addCaldav, {
        body: { username, password, calendars: picked, writeTo: chosen.includes(writeTo) ? writeTo : null },
      });
      await client.invalidateQueries({ queryKey: readKey(booking.calendars) });
      toast({ type: 'success', title: picked.length === 1 ? 'Calendar connected' : 'Calendars connected' });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'The calendars could not be connected.'));
    } finally {
      setBusy(false);
    }
  };
  const writable = calendars.filter(({ url, writable: may }) => may && chosen.includes(url));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Choose calendars"
      description="Their events block times on your booking pages."
      footer={
        <Button
          variant="primary"
          loading={isBusy}
          disabled={chosen.length === 0 || chosen.length > left}
          onClick={() => void connect()}
        >
          Connect calendars
        </Button>
      }
    >
      <div className="grid gap-3">
        {problem && (
          <p role="alert" className="text-sm text-danger-ink">
            {problem}
          </p>
        )}
        <fieldset className="grid">
          <legend className="sr-only">Calendars</legend>
          {calendars.map(({ name, url }) => (
            <Checkbox
              key={url}
              label={name}
              checked={chosen.includes(url)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, url] : chosen.filter((one) => one !== url))
              }
            />
          ))}
        </fieldset>
        {chosen.length > left && (
          <p className="text-xs text-danger-ink">{`You can connect ${left} more. Choose fewer.`}</p>
        )}
        <Field
          label="Write bookings into"
          hint="Your appointments appear there, and follow when they are moved or canceled."
        >
          {(control) => (
            <Select
              {...control}
              value={chosen.includes(writeTo) ? writeTo : ''}
              placeholder="No calendar"
              options={writable.map(({ name, url }) => ({ value: url, label: name }))}
              onChange={(event) => setWriteTo(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
