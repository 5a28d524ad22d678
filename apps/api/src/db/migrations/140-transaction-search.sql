-- The search for sales by words.

select search_reads('transactions', 'domain_id, id, day, product_id, harvest_center_id, referral_harvest_center_id,
  patient_id, sales_rep_id, sales_manager_id, sales_distributor_id, quantity, amount_cents, charged_cents,
  refunded_cents, net_cents, search');

-- Numbers of one or two digits, whatever zeros they begin with. Nearly all ids and invoices begin with one of
-- them, so the search for sales looks them up as they are.
create function short_number() returns text
language sql immutable parallel safe as $$ select '^0*[0-9]{1,2}$' $$;

create type sale_filter as (
  rep bigint,
  manager bigint,
  distributor bigint,
  center bigint,
  referral_center bigint,
  product bigint,
  patient bigint,
  first_day date,
  last_day date
);

-- Sales of the current domain that have every word (as a prefix) and match the filter. A null in it matches
-- every sale. Days are inclusive. Planned for the values of each call, like find_users: for a common word the
-- few sales of a center or a rep are read instead.
create function match_transactions(entered text, asked sale_filter) returns table (
  id bigint, day date, quantity integer, amount_cents bigint, charged_cents bigint, refunded_cents bigint,
  net_cents bigint
)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  wanted tsquery := whole_words_query('transaction_words', entered, short_number());
begin
  return query
    select t.id, t.day, t.quantity, t.amount_cents, t.charged_cents, t.refunded_cents, t.net_cents
    from transactions t
    where t.search @@ wanted
      and t.domain_id = current_domain()
      and (asked.rep is null or t.sales_rep_id = asked.rep)
      and (asked.manager is null or t.sales_manager_id = asked.manager)
      and (asked.distributor is null or t.sales_distributor_id = asked.distributor)
      and (asked.center is null or t.harvest_center_id = asked.center)
      and (asked.referral_center is null or t.referral_harvest_center_id = asked.referral_center)
      and (asked.product is null or t.product_id = asked.product)
      and (asked.patient is null or t.patient_id = asked.patient)
      and (asked.first_day is null or t.day >= asked.first_day)
      and (asked.last_day is null or t.day <= asked.last_day);
end $$;

-- A filter is null if all its values are.
select searched_page(
  'find_transactions',
  'transactions',
  'asked sale_filter,',
  $$'transaction_words'$$,
  'asked is null',
  array[['true', 'select m.id, m.day from match_transactions(entered, asked) m']],
  newest => 'r.day desc, r.id desc'
);
