-- Short sales: sold before they are bought.
alter table finance_activities drop constraint finance_activities_kind_check;
alter table finance_activities add constraint finance_activities_kind_check check (kind in ('buy', 'sell', 'sellShort',
  'buyToCover', 'dividend', 'interest', 'capitalGain', 'fee', 'split', 'transferIn', 'transferOut', 'returnOfCapital',
  'spinOff', 'merger', 'worthless'));

-- Quoted in a hundredth of its currency: GBX for pence. Prices are stored in the currency.
alter table finance_securities add column quoted_in text not null default '' check (quoted_in ~ '^([A-Z]{3})?$');

-- The day on which the bank booked a transaction and the day from which it bears interest; `day` is the one of the two
-- that the account counts by.
alter table finance_accounts add column day_basis text not null default 'booking'
  check (day_basis in ('booking', 'value'));
alter table finance_transactions add column booked_day date;
alter table finance_transactions add column value_day date;

-- What was paid abroad before the bank converted it.
alter table finance_transactions add column original_amount numeric;
alter table finance_transactions add column original_currency text check (original_currency ~ '^[A-Z]{3}$');

-- Names under which files of other formats list the same transaction.
alter table finance_transactions add column other_fingerprints text[] not null default '{}';

-- Prices that include the taxes of their lines.
alter table finance_documents add column prices_include_tax boolean not null default false;
