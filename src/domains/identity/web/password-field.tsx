import { useState } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { FormField } from '../../../web/form/form-field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';

interface PasswordFieldProps {
  /** The form's field. Default `password`. */
  name?: string;
  label?: string;
  hint?: string;
  /** `current-password` to sign in, `new-password` to choose one: password managers act on it. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button that shows it. Pasting and password managers work as everywhere. */
export function PasswordField({ name = 'password', label = 'Password', hint, autoComplete }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FormField
      name={name}
      label={label}
      hint={hint}
      required
      autoComplete={autoComplete}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={`Show ${label.toLowerCase()}`}
          pressed={shown}
          size="sm"
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
