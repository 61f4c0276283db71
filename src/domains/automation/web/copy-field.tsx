import Copy from 'lucide-react/icons/copy';
import { announce } from '../../../web/shell/announcer.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';

/** Something to copy elsewhere: an address, a secret. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      announce(`${label} copied`, 'polite');
      toast({ type: 'success', title: `${label} copied` });
    } catch {
      toast({ type: 'warning', title: 'Couldn’t copy', description: 'Select the text and copy it manually.' });
    }
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <span className="flex gap-1">
          <Input
            {...control}
            readOnly
            value={value}
            className="flex-1 font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
          <IconButton label={`Copy ${label.toLowerCase()}`} icon={<Copy />} onClick={() => void copy()} />
        </span>
      )}
    </Field>
  );
}
