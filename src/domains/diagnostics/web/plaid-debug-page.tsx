import { useState } from 'react';
import { useSessionUser } from '../../../web/api/session.ts';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ask, type Outcome } from './ask.ts';
import { DebugPage } from './debug-page.tsx';

/** The reads of the bank link (specification, section 7), and the address of its live channel. */
const READS = [
  '/api/plaid/accounts',
  '/api/plaid/transactions',
  '/api/plaid/liabilities',
  '/api/plaid/investments/accounts',
  '/api/plaid/investments/holdings',
  '/api/plaid/investments/securities',
  '/api/plaid/investments/transactions',
  '/api/investment/portfolio-summary',
  '/api/investment/performance',
  '/api/investment/analytics',
  '/api/investment/predictions',
  '/ws/finance',
] as const;

/** Meaning of a status for the bank link. */
export function meaningOf(status: number | null): string {
  if (status === null) return 'No answer';
  if (status === 404) return 'Not there: this part is not built';
  if (status === 401) return 'Needs a sign-in';
  if (status === 426) return 'There, for a socket';
  if (status >= 500) return 'Failing';
  return status < 400 ? 'Answers' : 'Refuses';
}

/** Whether the bank link answers, call by call. Nothing is asked of a bank: these are our own server's reads. */
export default function PlaidDebugPage() {
  return (
    <DebugPage
      title="Debug: bank link"
      lead="Which calls of the bank link this server answers. They are its own reads: no bank is asked, and amounts are not shown."
    >
      {(state) => (
        <>
          {!state.session && (
            <Banner tone="info" className="mb-4">
              Nobody is signed in here, so the server will refuse every read.
            </Banner>
          )}
          <Calls />
        </>
      )}
    </DebugPage>
  );
}

function Calls() {
  const user = useSessionUser();
  const [outcomes, setOutcomes] = useState<Partial<Record<string, Outcome>>>({});
  const [asking, setAsking] = useState(false);
  const askAll = async () => {
    setAsking(true);
    for (const path of READS) {
      const outcome = await ask({ method: 'GET', path });
      setOutcomes((before) => ({ ...before, [path]: outcome }));
    }
    setAsking(false);
  };
  return (
    <BarePart
      title="Calls"
      lead={user ? 'Asked in your name, in your present workspace.' : 'Asked without a session.'}
      action={
        <Button size="sm" loading={asking} onClick={() => void askAll()}>
          Ask all
        </Button>
      }
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th scope="col" className="py-1.5 font-medium">
              Call
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Answer
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {READS.map((path) => {
            const outcome = outcomes[path];
            return (
              <tr key={path} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 pr-2 text-left font-mono text-xs font-normal break-all">
                  {path}
                </th>
                <td className="py-1.5">
                  {outcome ? (
                    <Badge tone={outcome.status !== null && outcome.status < 400 ? 'success' : 'neutral'}>
                      {outcome.status ?? '–'}
                    </Badge>
                  ) : (
                    <span className="text-muted">not asked</span>
                  )}{' '}
                  {outcome && meaningOf(outcome.status)}
                </td>
                <td className="tabular py-1.5 text-right text-muted">{outcome && `${outcome.milliseconds} ms`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </BarePart>
  );
}
