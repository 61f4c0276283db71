import { useState } from 'react';
import { DisplayToast } from '../../../../web/shell/display-toast.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import type { ToastType } from '../../../../web/ui/toast.tsx';

const TYPES: readonly ToastType[] = ['info', 'success', 'warning', 'error'];

/** The four toasts, each with the sound of its type. */
export function ToastSamples() {
  const [type, setType] = useState<ToastType>('info');
  const [visible, setVisible] = useState(false);
  const show = (next: ToastType) => {
    setType(next);
    setVisible(true);
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {TYPES.map((one) => (
          <Button key={one} onClick={() => show(one)}>
            <span className="capitalize">{one}</span>
          </Button>
        ))}
      </div>
      <DisplayToast
        message={`A toast of type ${type} looks and sounds like this.`}
        type={type}
        isVisible={visible}
        onClose={() => setVisible(false)}
      />
    </>
  );
}
