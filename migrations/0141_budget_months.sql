-- What a planned amount is there for: it stands from its month on, it is of this month alone (once), or it goes on (back)
-- after such a month with what was planned before. What goes on follows when that is planned anew.
alter table finance_budgets add column role text not null default 'standing' check (role in ('standing', 'once', 'back'));
--> statement-breakpoint
alter table finance_book_budgets add column role text not null default 'standing' check (role in ('standing', 'once', 'back'));
