-- Reports of website tracking over many events: retention, funnels, and what channels cost and bring.

-- Visitors who agreed to an identifier, with the weeks (Mondays, in the site's zone) of their first and latest visit.
create table pixel_visitors (
  site_id uuid not null,
  visitor_id uuid not null,
  workspace_id uuid not null,
  first_week date not null,
  last_week date not null,
  primary key (site_id, visitor_id)
) with (fillfactor = 80);
select build_wall('pixel_visitors');

-- How many visitors of a first week came in a later one; kept by the writer.
create table pixel_cohorts (
  site_id uuid not null,
  cohort date not null,
  week date not null,
  workspace_id uuid not null,
  visitors integer not null,
  primary key (site_id, cohort, week)
);
select build_wall('pixel_cohorts');

insert into pixel_visitors (site_id, visitor_id, workspace_id, first_week, last_week)
  select v.site_id, v.visitor_id, v.workspace_id, min(date_trunc('week', v.started_at at time zone s.time_zone)::date),
      max(date_trunc('week', v.started_at at time zone s.time_zone)::date)
    from pixel_visits v join pixel_sites s on s.id = v.site_id where v.known group by 1, 2, 3;
insert into pixel_cohorts (site_id, cohort, week, workspace_id, visitors)
  select p.site_id, p.first_week, w.week, p.workspace_id, count(*)
    from pixel_visitors p
      join (select distinct v.site_id, v.visitor_id, date_trunc('week', v.started_at at time zone s.time_zone)::date as week
          from pixel_visits v join pixel_sites s on s.id = v.site_id where v.known) w
        on w.site_id = p.site_id and w.visitor_id = p.visitor_id
    group by 1, 2, 3, 4;

-- Steps that visitors take one after the other. Events are counted in their order, up to the cursor.
create table pixel_funnels (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  site_id uuid not null references pixel_sites (id) on delete cascade,
  name text not null check (name <> ''),
  -- [{"kind": "page", "matches": "/pricing", "label": ""}]
  steps jsonb not null,
  -- All steps happen within so many hours of the first.
  window_hours integer not null check (window_hours between 1 and 2160),
  cursor_at timestamptz(3) not null,
  cursor_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Events came late, with times before the cursor.
  recount boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index pixel_funnels_name on pixel_funnels (site_id, lower(name));
select build_wall('pixel_funnels');

-- How far a visitor came after their latest start.
create table pixel_funnel_entries (
  funnel_id uuid not null references pixel_funnels (id) on delete cascade,
  visitor_id uuid not null,
  workspace_id uuid not null,
  entered_at timestamptz(3) not null,
  -- Day of the start in the site's zone, and the source of the visit.
  day date not null,
  source text not null default '',
  step integer not null,
  primary key (funnel_id, visitor_id)
) with (fillfactor = 80);
select build_wall('pixel_funnel_entries');

-- Visitors who started on a day from a source, by the steps that they reached.
create table pixel_funnel_daily (
  funnel_id uuid not null references pixel_funnels (id) on delete cascade,
  day date not null,
  step integer not null,
  source text collate "C" not null,
  workspace_id uuid not null,
  visitors integer not null,
  primary key (funnel_id, day, step, source)
) with (fillfactor = 70);
select build_wall('pixel_funnel_daily');

-- What a channel or campaign cost in a month, in the site's currency.
create table pixel_costs (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  site_id uuid not null references pixel_sites (id) on delete cascade,
  -- Its first day.
  month date not null,
  channel text not null,
  campaign text not null default '',
  amount numeric(19, 4) not null check (amount >= 0),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index pixel_costs_of on pixel_costs (site_id, month, channel, lower(campaign));
select build_wall('pixel_costs');
