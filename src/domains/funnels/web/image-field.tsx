import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { imageAddress } from '../engine/render/context.ts';

const ImageDialog = lazy(() => import('./image-dialog.tsx'));

/** The image of a block: chosen from those of the workspace, or uploaded. */
export function ImageField({ value, onValue }: { value: string; onValue: (key: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">Image</p>
      {value !== '' && (
        <img
          src={imageAddress(value)}
          alt=""
          className="max-h-40 w-full rounded-md border border-line object-contain"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen(true)}>
          {value === '' ? 'Choose image' : 'Replace image'}
        </Button>
        {value !== '' && (
          <Button size="sm" onClick={() => onValue('')}>
            Remove image
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ImageDialog
            onClose={() => setOpen(false)}
            onChoose={(key) => {
              onValue(key);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
