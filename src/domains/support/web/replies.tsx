import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { read } from '../../../web/api/request.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { support } from '../contract.ts';

const RepliesDialog = lazy(() => import('./replies-dialog.tsx'));

/** Prepared answers: taking one puts it into the field, where it can still be changed. */
export function Replies({ onTake }: { onTake: (text: string) => void }) {
  const { data } = useQuery(read(support.replies));
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Menu
        align="start"
        label="Prepared answers"
        className="w-72"
        trigger={<IconButton label="Prepared answers" icon={<MessageSquareText />} />}
      >
        {data?.items.map((reply) => (
          <MenuItem key={reply.id} onSelect={() => onTake(reply.text)}>
            {reply.title}
          </MenuItem>
        ))}
        {data && data.items.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setEditing(true)}>Edit prepared answers…</MenuItem>
      </Menu>
      {editing && (
        <Suspense fallback={null}>
          <RepliesDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
