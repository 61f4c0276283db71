-- The person of the present scope; null for work that no person started.
create or replace function app_user() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
