import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { read } from '../../../web/api/request.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { texts } from '../contract.ts';

const TemplatesDialog = lazy(() => import('./templates-dialog.tsx'));

/** Templates: choosing one puts it into the field, where it can still be changed. */
export function TemplateMenu({ onTake }: { onTake: (text: string) => void }) {
  const { data } = useQuery(read(texts.templates));
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Menu
        align="start"
        label="Templates"
        className="w-72"
        trigger={<IconButton label="Templates" icon={<MessageSquareText />} />}
      >
        {data?.items.map((template) => (
          <MenuItem key={template.id} onSelect={() => onTake(template.text)}>
            {template.name}
          </MenuItem>
        ))}
        {data && data.items.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setEditing(true)}>Manage templates…</MenuItem>
      </Menu>
      {editing && (
        <Suspense fallback={null}>
          <TemplatesDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
