/** Figures of a week that agents read without a model. */

const WEEK = `now() - interval '7 days'`;

/** Figures of the last seven days; `$2` narrows them to a company. */
export const WEEK_FIGURES = {
  activities: `select (select c.name from companies c where c.id = $2) as name,
      count(*)::int as done, count(*) filter (where type = 'mail')::int as mails,
      count(*) filter (where type = 'call')::int as calls, count(*) filter (where type = 'meeting')::int as meetings
    from activities a where a.workspace_id = $1 and a.deleted_at is null and a.done_at >= ${WEEK}
      and ($2::uuid is null or a.company_id = $2
        or a.contact_id in (select c.id from contacts c where c.company_id = $2)
        or a.opportunity_id in (select o.id from opportunities o where o.company_id = $2))`,
  deals: `select currency, count(*) filter (where created_at >= ${WEEK})::int as opened,
      count(*) filter (where state = 'won' and closed_at >= ${WEEK})::int as won,
      count(*) filter (where state = 'lost' and closed_at >= ${WEEK})::int as lost,
      coalesce(sum(amount) filter (where state = 'won' and closed_at >= ${WEEK}), 0)::text as won_amount
    from opportunities where workspace_id = $1 and deleted_at is null
      and (created_at >= ${WEEK} or closed_at >= ${WEEK}) and ($2::uuid is null or company_id = $2)
    group by currency order by currency limit 20`,
  leads: `select count(*)::int as count from leads where workspace_id = $1 and deleted_at is null and created_at >= ${WEEK}`,
};
