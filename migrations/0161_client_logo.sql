-- The picture that the people of a client see above their menu: small, as a data URL, with a mark that changes whenever it
-- does. The mark is read with every user, the picture by itself.
alter table workspaces
  add column logo text not null default '' check (length(logo) <= 80000),
  add column logo_mark text not null default '';
