-- Favorites may be pages, too: the path, and the name it had when it was added.
alter table favourites
  drop constraint favourites_kind_check,
  add column path text,
  add column name text,
  add constraint favourites_kind_check check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity',
    'business_license', 'view', 'page')),
  add constraint favourites_page_check check ((kind = 'page') = (path is not null and name is not null));
