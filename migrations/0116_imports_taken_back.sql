-- An import of many lines is taken back in a job, as it was taken in: while that runs it is neither done nor gone.
alter table finance_imports drop constraint finance_imports_state_check,
  add constraint finance_imports_state_check check (state in ('ready', 'queued', 'done', 'failed', 'reverting', 'reverted'));
