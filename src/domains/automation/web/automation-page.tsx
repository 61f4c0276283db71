import { usePageSearch } from '../../../web/router/use-page.ts';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { RunsTab } from './runs-tab.tsx';
import { parseAutomationSearch, type Tab, TABS } from './search.ts';
import { WebhooksTab } from './webhooks-tab.tsx';
import { WorkflowsTab } from './workflows-tab.tsx';

/** Workflows, their runs and webhooks, at /workflow-visualization. */
export default function AutomationPage() {
  const [search, setSearch] = usePageSearch(parseAutomationSearch);
  return (
    <div className="page-frame max-w-5xl">
      <h1 className="mb-2 page-title">Workflows</h1>
      <Tabs
        label="Workflows"
        value={search.tab}
        onValueChange={(value) =>
          setSearch({ tab: value as Tab, run: '', endpoint: '', workflow: '', state: '', search: '' })
        }
        items={[
          {
            value: 'workflows',
            label: TABS.workflows,
            content: (
              <WorkflowsTab
                search={search.search}
                onSearch={(value) => setSearch({ search: value }, { replace: true })}
              />
            ),
          },
          { value: 'runs', label: TABS.runs, content: <RunsTab search={search} onChange={setSearch} /> },
          {
            value: 'webhooks',
            label: TABS.webhooks,
            content: <WebhooksTab open={search.endpoint} onOpen={(endpoint) => setSearch({ endpoint })} />,
          },
        ]}
      />
    </div>
  );
}
