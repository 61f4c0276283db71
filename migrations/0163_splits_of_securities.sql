-- The few splits among the activities of a ledger: they concern every account that holds the security (finance/server/investments/splits.ts).
create index finance_activities_splits on finance_activities (workspace_id, ledger_id) where kind = 'split' and deleted_at is null;
