import { API } from '../../../web/api/paths.ts';
import { lastUser } from '../../../web/api/renewal.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { type Question, useAnswers } from './ask.ts';
import { DebugPage } from './debug-page.tsx';
import { Facts } from './facts.tsx';
import { OutcomeView } from './outcome-view.tsx';

interface Step {
  name: string;
  what: string;
  question: Question;
}

/** The calls that signing in consists of, one by one, made as the product makes them. */
export default function DebugLoginPage() {
  const user = useSessionUser();
  const userId = user?.id ?? lastUser.get() ?? '00000000-0000-0000-0000-000000000000';
  const steps: Step[] = [
    { name: 'Who am I', what: 'The user of this session.', question: { method: 'GET', path: API.user } },
    {
      name: 'Get a token',
      what: 'The CSRF token; the same as in the cookie while that is good.',
      question: { method: 'GET', path: API.csrfToken },
    },
    {
      name: 'Name the session',
      what: 'Answers the session’s id. It proves nothing by itself.',
      question: { method: 'POST', path: '/api/sync-session', body: { userId } },
    },
    {
      name: 'Renew the session',
      what: 'Works only where the browser holds this user’s renewal cookie; the old tokens end.',
      question: { method: 'POST', path: API.directLogin, body: { userId } },
    },
  ];
  return (
    <DebugPage
      title="Debug: login"
      lead="The calls that signing in consists of, made one by one as the product makes them."
    >
      {(state) => (
        <>
          <BarePart title="At present">
            <Facts
              items={[
                ['Signed in', state.session ? `Yes, as ${state.session.role}` : 'No'],
                ['Session', state.session?.id ?? 'none'],
                ['Token good', state.csrf.genuine ? 'Yes' : 'No'],
              ]}
            />
          </BarePart>
          <Steps steps={steps} />
        </>
      )}
    </DebugPage>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const { answers, asking, pose } = useAnswers();
  return (
    <BarePart title="Calls" lead="A refusal is an answer, too: it stands here as the server gave it.">
      <ul className="grid gap-4">
        {steps.map(({ name, what, question }) => {
          const outcome = answers[name];
          return (
            <li key={name}>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Button size="sm" loading={asking === name} onClick={() => void pose(name, question)}>
                  {name}
                </Button>
                <code className="font-mono text-xs text-muted">
                  {question.method} {question.path}
                </code>
              </div>
              <p className="mt-1 text-xs text-muted">{what}</p>
              {outcome && <OutcomeView outcome={outcome} />}
            </li>
          );
        })}
      </ul>
    </BarePart>
  );
}
