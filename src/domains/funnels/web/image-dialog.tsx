import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { upload } from '../../../web/api/upload.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type FunnelImage, funnels } from '../contract.ts';
import { imageAddress } from '../engine/render/context.ts';
import { shrinkImage } from './shrink-image.ts';

/** Chooses an image of the workspace, or uploads one. */
export default function ImageDialog({ onClose, onChoose }: { onClose: () => void; onChoose: (key: string) => void }) {
  const client = useQueryClient();
  const list = usePages(funnels.images, {});
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: readKey(funnels.images) });
  const add = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    try {
      const { file: small, width, height } = await shrinkImage(file);
      const { key } = await upload(funnels.uploadImage, { query: { width, height }, file: small });
      await refresh();
      onChoose(key);
    } catch (error) {
      toast({
        type: 'error',
        title: 'Image not uploaded',
        description: messageFor(error, 'Choose a JPEG, PNG, or WebP image.'),
      });
    }
    setSending(false);
  };
  const remove = async ({ id, name }: FunnelImage) => {
    try {
      await call(funnels.removeImage, { params: { id } });
      toast({ type: 'success', title: `“${name}” deleted` });
    } catch (error) {
      toast({ type: 'error', title: 'Image not deleted', description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Choose image"
      description="Large images are made smaller before they are uploaded. Anyone with the address of an image can see it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Upload />}
            loading={isSending}
            onClick={() => {
              picker.current?.click();
            }}
          >
            Upload image
          </Button>
        </>
      }
    >
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label="Upload image"
        onChange={(event) => {
          void add(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {list.error && <Failure error={list.error} what="Images" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-40 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState title="No images yet">Upload a photo or a picture for your pages.</EmptyState>
      )}
      <ul aria-label="Images" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {list.items.map((image) => (
          <li key={image.id} className="relative">
            <button
              type="button"
              className="block w-full overflow-hidden rounded-md border border-line hover:border-accent"
              onClick={() => onChoose(image.key)}
            >
              <img src={imageAddress(image.key)} alt="" loading="lazy" className="aspect-4/3 w-full object-cover" />
              <span className="block truncate px-2 py-1 text-left text-xs">{image.name}</span>
            </button>
            <span className="absolute top-1 right-1 rounded-md bg-raised">
              <IconButton
                size="sm"
                label={`Delete “${image.name}”`}
                icon={<Trash2 />}
                tone="danger"
                onClick={() => void remove(image)}
              />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </Dialog>
  );
}
