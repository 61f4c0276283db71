-- Activities of one type in the order of their days: a type that hardly has days (notes) made the list walk through all
-- others in search of a page.
create index activities_of_type_by_due on activities (workspace_id, type, due_at, id) where due_at is not null and deleted_at is null;
