import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { type MailSignIn, mailSignIns, type NewMailSignIn } from '../contract.ts';

/** Services that people can sign in with; empty while they are not known. */
export function useSignIns() {
  const { data } = useQuery(read(mailSignIns.list));
  const items: readonly MailSignIn[] = data?.items ?? [];
  return {
    items,
    redirectUri: data?.redirectUri ?? '',
    /** Whether no service of a kind is connected. */
    lacks: (kind: MailSignIn['kind']) => data !== undefined && !items.some((one) => one.kind === kind),
  };
}

/** Leads the browser to the provider's page. */
export function useSignIn() {
  const [isLeaving, setLeaving] = useState(false);
  const signIn = useCallback(
    async (entry: Pick<NewMailSignIn, 'connectionId'> & Partial<NewMailSignIn>, onLeave?: () => void) => {
      setLeaving(true);
      try {
        const { url } = await call(mailSignIns.start, { body: entry });
        onLeave?.();
        window.location.assign(url);
      } catch (error) {
        setLeaving(false);
        toast({ type: 'error', title: 'Sign-in not started', description: messageFor(error, 'Try again.') });
      }
    },
    [],
  );
  return { signIn, isLeaving };
}
