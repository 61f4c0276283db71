-- Transactions of a ledger by words, the newest first. Runs above row-level security with the workspace written into
-- it, so that the index of the search can be used. Frequent words are found along the days, rare ones by the index.
create or replace function finance_search_hits(ledger uuid, patterns text[], most integer) returns table (id uuid,
  day date, account_id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  conditions text;
  share real;
begin
  if not exists (select 1 from public.finance_ledgers l where l.id = ledger and l.workspace_id = public.app_workspace())
    then return; end if;
  select string_agg(format('t.search_text like %L', pattern), ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  select max(v.share) into share from pg_stats s, unnest(s.most_common_vals::text::uuid[], s.most_common_freqs)
    as v(id, share)
    where s.schemaname = 'public' and s.tablename = 'finance_transactions' and s.attname = 'ledger_id'
      and v.id = ledger;
  return query execute format(
    'select h.id, h.day, h.account_id from (select t.id, t.day, t.account_id from public.finance_transactions t where %s = %L::uuid and t.deleted_at is null and %s limit %s) h order by h.day desc, h.id desc',
    -- No index is asked for what is wrapped.
    case when share > 0.2 then 'coalesce(t.ledger_id)' else 't.ledger_id' end, ledger, conditions, most);
end
$$;

revoke execute on function finance_search_hits from public;
grant execute on function finance_search_hits to gauntlet_app;
