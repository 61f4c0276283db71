import { useState } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { FormField } from '../../../web/form/form-field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';

interface PasswordFieldProps {
  label?: string;
  hint?: string;
  /** `current-password` to sign in, `new-password` to choose one: password managers act on it. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button that shows it. Pasting and password managers work as everywhere. */
export function PasswordField({ label = 'Password', hint, autoComplete }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FormField
      name="password" label={label} hint={hint} required autoComplete={autoComplete}
      type={shown ? 'text' : 'password'}
      trailing={<IconButton label="Show password" pressed={shown} size="sm" icon={shown ? <EyeOff /> : <Eye />} onClick={() => setShown(!shown)} />}
    />
  );
}
