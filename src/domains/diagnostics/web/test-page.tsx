import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { debug } from '../contract.ts';
import { DebugPage } from './debug-page.tsx';
import { ReportList } from './report-list.tsx';
import { type SelfCheck, selfChecks } from './self-checks.ts';
import { readBrowserEnvironment } from './browser-environment.ts';

const VERDICTS = {
  good: { tone: 'success', word: 'Good' },
  limited: { tone: 'warning', word: 'Limited' },
  missing: { tone: 'danger', word: 'Missing' },
} as const;

/** Looks whether this browser has all that the product needs; administrators also read what browsers have reported. */
export default function TestPage() {
  const user = useSessionUser();
  return (
    <DebugPage title="Test page" lead="Whether this browser has all that the product needs.">
      {(state) => (
        <>
          <Checks serverTime={state.server.time} />
          {user?.role === 'admin' && <ReportList />}
        </>
      )}
    </DebugPage>
  );
}

function Checks({ serverTime }: { serverTime: string }) {
  const { dataUpdatedAt } = useQuery(read(debug.state));
  const [checks, setChecks] = useState<SelfCheck[] | null>(null);
  useEffect(() => {
    let wanted = true;
    void readBrowserEnvironment(serverTime, dataUpdatedAt).then((found) => {
      if (wanted) setChecks(selfChecks(found));
    });
    return () => {
      wanted = false;
    };
  }, [serverTime, dataUpdatedAt]);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <BarePart title="This browser" lead={`${innerWidth} × ${innerHeight} pixels, ${timeZone}`}>
      {checks ? (
        <ul className="divide-y divide-line">
          {checks.map(({ name, verdict, detail }) => (
            <li key={name} className="flex items-start justify-between gap-3 py-2 text-sm first:pt-0 last:pb-0">
              <span>
                <span className="font-medium">{name}</span>
                <span className="block text-muted">{detail}</span>
              </span>
              <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].word}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <div className="grid gap-3" aria-hidden="true">
          {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      )}
    </BarePart>
  );
}
