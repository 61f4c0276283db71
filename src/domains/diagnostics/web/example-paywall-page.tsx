import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { request } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Paywall } from '../../../web/ui/paywall.tsx';
import { debug } from '../contract.ts';
import { DebugPage } from './debug-page.tsx';

type Answer = { held: true; plan: string } | { held: false; message: string; byPlan: boolean };

/** Shows what a refusal by the plan looks like, with a real one. */
export default function ExamplePaywallPage() {
  return (
    <DebugPage
      title="Example paywall"
      lead="Some parts of the product may come with some plans only. The server decides that; this page asks it for one such part and shows its answer. No other page is behind a plan so far."
    >
      {() => <Example />}
    </DebugPage>
  );
}

function Example() {
  const user = useSessionUser();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asking, setAsking] = useState(false);
  const open = async () => {
    setAsking(true);
    try {
      setAnswer({ held: true, plan: (await request(debug.paidFeature)).plan });
    } catch (error) {
      setAnswer({
        held: false,
        message: messageFor(error, 'The server did not say.'),
        byPlan: error instanceof ApiError && error.code === 'plan_required',
      });
    }
    setAsking(false);
  };
  return (
    <BarePart
      title="The financial suite, as an example"
      action={
        user && (
          <Button size="sm" loading={asking} onClick={() => void open()}>
            Open it
          </Button>
        )
      }
    >
      {!user && (
        <p className="text-sm">
          A plan belongs to a workspace:{' '}
          <Link
            to="/login"
            search={{ next: '/example-paywall' }}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            sign in
          </Link>{' '}
          to ask for yours.
        </p>
      )}
      {user && !answer && (
        <p className="text-sm text-muted">
          Nothing has been asked yet. “Open it” asks the server in the name of {user.workspace.name}.
        </p>
      )}
      {answer?.held && (
        <Banner tone="success">The plan of this workspace ({answer.plan}) holds it, so it would open here.</Banner>
      )}
      {answer &&
        !answer.held &&
        (answer.byPlan ? (
          <Paywall feature="The financial suite" message={answer.message} />
        ) : (
          <Banner tone="warning">{answer.message}</Banner>
        ))}
    </BarePart>
  );
}
