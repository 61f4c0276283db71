-- Images of funnel pages. Anyone who knows the address of one can see it; see src/domains/funnels/server/images.ts.
create table funnel_images (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  size integer not null check (size > 0),
  -- In pixels: pages keep the place of an image while it loads.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  storage_key text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create index funnel_images_newest on funnel_images (workspace_id, id desc);
select build_wall('funnel_images');
