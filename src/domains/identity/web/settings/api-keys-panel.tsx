import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { API_SCOPES, type ApiKey, settings } from '../../contract/settings.ts';
import { textLink } from '../entrance.tsx';
import { curlExample } from './api-key-form.ts';
import { CopyBox } from './copy-box.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { Loaded } from './load-state.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { Panel } from './panel.tsx';
import { ProofHost } from './confirm-password-dialog.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { toastFailure } from './toast-failure.ts';

/** Keys with which programs act as the person. */
export function ApiKeysPanel() {
  // Programs use keys while this page is closed: "last used" is read again each time it opens.
  const query = useQuery({ ...read(settings.apiKeys), refetchOnMount: 'always' });
  const [creating, setCreating] = useState(false);
  useKeptFocus(query.data && `${query.data.items.length} ${creating}`);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <Panel
        title="API keys"
        description="Programs use a key to act as you, within the key’s scopes."
        actions={query.data && query.data.items.length > 0 && create}
      >
        <Loaded query={query} what="Your API keys" skeleton={<RowSkeletons />}>
          {({ items }) =>
            items.length > 0 ? (
              <ul className="-my-1 divide-y divide-line">
                {items.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </ul>
            ) : (
              <EmptyState icon={<KeyRound />} title="No keys yet" action={create}>
                Create a key to let a script or another system work with your data.
              </EmptyState>
            )
          }
        </Loaded>
      </Panel>
      <Usage />
      <ProofHost />
      {creating && <NewApiKeyDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function KeyRow({ apiKey: { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const [now] = useState(() => new Date());
  const expired = expiresAt !== null && new Date(expiresAt) <= now;
  const remove = async () => {
    const sure = await confirm({
      title: `Delete API key “${name}”?`,
      description: 'Programs that use it are refused immediately. This can’t be undone.',
      action: 'Delete key',
    });
    if (!sure) return;
    try {
      await call(settings.deleteApiKey, { params: { id } });
      toast({ type: 'success', title: 'API key deleted', description: `“${name}” no longer works.` });
    } catch {
      toastFailure('Deletion failed', 'Failed to delete API key');
    }
    await client.invalidateQueries({ queryKey: readKey(settings.apiKeys) });
  };
  return (
    <li data-testid="row" className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium break-words">{name}</span>
          <code className="font-mono text-xs text-muted">{prefix}…</code>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {expired && <Badge tone="danger">Expired</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
          <span>
            Created <RelativeTime value={createdAt} />
          </span>
          <span>
            {expiresAt ? (
              <>
                {expired ? 'Expired' : 'Expires'} <RelativeTime value={expiresAt} />
              </>
            ) : (
              'Never expires'
            )}
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <RelativeTime value={lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
      </div>
      <IconButton label={`Delete ${name}`} tone="danger" icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}

/** How a key is used, for this very installation. */
function Usage() {
  const user = useSessionUser();
  return (
    <Panel
      title="Using a key"
      description="Send it as a bearer token. Store it in an environment variable, not in code or shared documents."
    >
      <CopyBox what="Example command" text={curlExample(location.origin, '$GAUNTLET_API_KEY', API_SCOPES)} />
      {user?.role === 'admin' && (
        <Link to="/documentation" className={`mt-2 ${textLink}`}>
          All calls in the API reference
        </Link>
      )}
    </Panel>
  );
}
