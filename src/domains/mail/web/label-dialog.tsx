import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { mailThreads, type MailThreadDetail } from '../contract.ts';
import { useMailActs } from './use-mail-acts.ts';

/** Puts labels on a conversation, and takes them off. */
export function LabelDialog({ thread: { id, labels }, onClose }: { thread: MailThreadDetail; onClose: () => void }) {
  const { data } = useQuery(read(mailThreads.labels));
  const act = useMailActs();
  const [name, setName] = useState('');
  const known = [...new Set([...(data?.items ?? []), ...labels])].toSorted((one, other) => one.localeCompare(other));
  const add = () => {
    const label = name.trim();
    setName('');
    if (label) void act([id], 'label', { label });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Label conversation"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <form
        className="mb-3 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          aria-label="New label"
          placeholder="New label"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          Add label
        </Button>
      </form>
      <ul className="grid gap-1">
        {known.map((label) => (
          <li key={label}>
            <Checkbox
              label={label}
              checked={labels.includes(label)}
              onChange={() => void act([id], labels.includes(label) ? 'unlabel' : 'label', { label })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
