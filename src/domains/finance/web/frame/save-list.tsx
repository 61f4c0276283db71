import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { attempt } from '../accounts/run-action.ts';

/**
 * Has the server write a list as CSV. A hundred thousand rows take their time: until they are there the button is busy.
 */
export function SaveList({
  what,
  save,
}: {
  /** "The journal": what was not downloaded. */ what: string;
  save: () => Promise<void>;
}) {
  const [saving, setSaving] = useState(false);
  const run = async () => {
    setSaving(true);
    await attempt(`Couldn’t download ${what}`, save);
    setSaving(false);
  };
  return (
    <Button
      variant="ghost"
      icon={<Download />}
      loading={saving}
      aria-label={saving ? 'Creating file' : 'Download CSV'}
      data-tooltip={saving ? 'Creating file' : 'Download CSV'}
      onClick={() => void run()}
    />
  );
}
