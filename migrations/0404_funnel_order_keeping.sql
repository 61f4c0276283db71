-- A funnel with orders cannot be deleted. Checked at the end of the statement, so that a workspace still goes as a whole.
alter table funnel_orders drop constraint funnel_orders_funnel_id_fkey,
  add constraint funnel_orders_funnel_id_fkey foreign key (funnel_id) references funnels (id);
-- The private lead that the order belonged to, once it is deleted for good: only its readers still see the order.
alter table funnel_orders add private_lead_id uuid;
drop policy private_records on funnel_orders;
select hide_private('funnel_orders', 'lead_id', 'private_lead_id');
create trigger funnel_orders_forget_buyer before update of lead_id on funnel_orders for each row
  when (old.lead_id is not null and new.lead_id is null) execute function forget_order_buyer();
