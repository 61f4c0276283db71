import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Wand from 'lucide-react/icons/wand';
import { lazy, Suspense, useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { Switch } from '../../../../../web/ui/switch.tsx';
import { type Rule, rules } from '../../../contract/rules.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { ruleWords } from './rule-labels.ts';

const RuleDialog = lazy(() => import('./rule-dialog.tsx'));
const PreviewDialog = lazy(() => import('./preview-dialog.tsx'));

/** Rules that sort what comes in; on what is there they work only when someone has seen what they would change. */
export default function RulesSection() {
  const { ledger, canEdit } = useFinance();
  const { nameOf: accountName } = useAccounts();
  const { nameOf: categoryName } = useCategories();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ kind: 'rule'; rule?: Rule } | { kind: 'preview'; rule: Rule }>();
  const { data, error, refetch } = useQuery(read(rules.list, { query: { ledgerId: ledger.id } }));
  if (error && !data) return <Failure error={error} what="Rules" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  const refresh = () => client.invalidateQueries({ queryKey: [FINANCE.rules] });
  const enable = async (rule: Rule, enabled: boolean) => {
    const { id, version, name, combine, conditions, actions, stop } = rule;
    await attempt('Couldn’t update the rule', () =>
      call(rules.update, { params: { id }, body: { version, name, enabled, combine, conditions, actions, stop } }),
    );
    await refresh();
  };
  const remove = async (rule: Rule) => {
    if (
      !(await attempt('Couldn’t delete the rule', async () => {
        await call(rules.remove, { params: { id: rule.id } });
        return true;
      }))
    )
      return;
    await refresh();
    const { name, enabled, combine, conditions, actions, stop } = rule;
    offerUndo({
      title: `${name} deleted`,
      undo: async () => {
        await call(rules.create, { body: { ledgerId: ledger.id, name, enabled, combine, conditions, actions, stop } });
        await refresh();
      },
    });
  };
  return (
    <>
      <Card>
        <CardHeader
          title="Rules"
          description="Rules run on new transactions, from top to bottom."
          actions={
            canEdit && (
              <Button size="sm" icon={<Plus />} onClick={() => setDialog({ kind: 'rule' })}>
                New rule
              </Button>
            )
          }
        />
        <CardBody>
          {data.items.length === 0 && (
            <EmptyState icon={<Wand />} title="No rules yet">
              Create a rule to categorize new transactions automatically.
            </EmptyState>
          )}
          <ul className="divide-y divide-line">
            {data.items.map((rule) => (
              <li
                key={rule.id}
                data-testid="row"
                className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 text-sm"
              >
                <Switch
                  aria-label={`${rule.name} on`}
                  checked={rule.enabled}
                  disabled={!canEdit}
                  onCheckedChange={(enabled) => void enable(rule, enabled)}
                />
                <span className="min-w-0 flex-1 basis-60">
                  <span className="block font-medium">{rule.name}</span>
                  <span className="block text-xs text-muted">{ruleWords(rule, { accountName, categoryName })}</span>
                </span>
                <span className="flex gap-1">
                  <Button size="sm" onClick={() => setDialog({ kind: 'preview', rule })}>
                    Preview…
                  </Button>
                  {canEdit && (
                    <IconButton
                      size="sm"
                      label={`Edit ${rule.name}`}
                      icon={<Pencil />}
                      onClick={() => setDialog({ kind: 'rule', rule })}
                    />
                  )}
                  {canEdit && (
                    <IconButton
                      size="sm"
                      label={`Delete ${rule.name}`}
                      icon={<Trash2 />}
                      onClick={() => void remove(rule)}
                    />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </CardBody>
      </Card>
      <Suspense fallback={null}>
        {dialog?.kind === 'rule' && <RuleDialog rule={dialog.rule} onClose={() => setDialog(undefined)} />}
        {dialog?.kind === 'preview' && <PreviewDialog rule={dialog.rule} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}
