import type { RawSearch } from '../../../../../web/router/page.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { Breadcrumb } from '../../../../../web/ui/breadcrumb.tsx';
import { Tabs } from '../../../../../web/ui/tabs.tsx';
import { AssignmentRules } from './assignment-rules.tsx';
import { Forms } from './forms.tsx';
import { ScoreRules } from './score-rules.tsx';

const TABS = ['score', 'assignment', 'forms'] as const;
const parseTab = (raw: RawSearch): { tab: (typeof TABS)[number] } => ({
  tab: TABS.find((one) => one === raw['tab']) ?? 'score',
});

/** `/leads/settings`: what makes the score, who gets which lead, and the forms that bring them. */
export default function LeadSettingsPage() {
  const [{ tab }, setSearch] = usePageSearch(parseTab);
  return (
    <div className="page-frame max-w-4xl">
      <Breadcrumb
        items={[
          <Link key="leads" to="/leads" className="hover:text-ink hover:underline">
            Leads
          </Link>,
          'Rules and forms',
        ]}
      />
      <h1 tabIndex={-1} className="mt-2 mb-4 page-title">
        Lead rules and forms
      </h1>
      <Tabs
        label="Lead rules and forms"
        value={tab}
        onValueChange={(next) => setSearch({ tab: next as (typeof TABS)[number] }, { replace: true })}
        items={[
          { value: 'score', label: 'Score', content: <ScoreRules /> },
          { value: 'assignment', label: 'Assignment', content: <AssignmentRules /> },
          { value: 'forms', label: 'Web forms', content: <Forms /> },
        ]}
      />
    </div>
  );
}
