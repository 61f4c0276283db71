import { useState } from 'react';
import { DropZone } from '../../../web/files/drop-zone.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { FieldError } from '../../../web/ui/field.tsx';

/** Pixels on a side: the place above the menu, on screens with twice the pixels. */
const SIDE = 96;

/** A picture scaled to fit its place, as a data URL. @throws DOMException for a file that is no picture */
async function scaled(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const scale = Math.min(SIDE / picture.width, SIDE / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const pen = canvas.getContext('2d')!;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  return canvas.toDataURL('image/png');
}

/** The picture that the client's people see above their menu; saved with the other settings. */
export function LogoField({ value, onChange }: { value: string; onChange: (picture: string) => void }) {
  const [problem, setProblem] = useState('');
  const choose = async (file: File) => {
    try {
      onChange(await scaled(file));
      setProblem('');
    } catch {
      setProblem(`“${file.name}” could not be read. Choose a PNG, JPEG, or WebP image.`);
    }
  };
  return (
    <div role="group" aria-label="Logo" className="grid gap-1.5">
      <p className="text-sm font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-4">
        {value && <img src={value} alt="Logo" className="size-12 rounded-md" />}
        <DropZone
          action={value ? 'Choose another image' : 'Choose image'}
          accept="image/png,image/jpeg,image/webp"
          className="min-w-48 flex-1"
          onFiles={([file]) => void choose(file!)}
        >
          PNG, JPEG, or WebP, preferably square. Shown above the client’s menu.
        </DropZone>
        {value && (
          <Button variant="ghost" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
    </div>
  );
}
