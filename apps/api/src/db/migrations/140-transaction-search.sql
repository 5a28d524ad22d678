-- The search for sales by words.

select search_reads('transactions', 'domain_id, id, day, product_id, harvest_center_id, referral_harvest_center_id,
  patient_id, sales_rep_id, sales_manager_id, sales_distributor_id, quantity, amount_cents, charged_cents,
  refunded_cents, net_cents, search');

-- Numbers of one or two digits, whatever zeros they begin with. Nearly all ids and invoices begin with one of
-- them, so the search for sales looks them up as they are.
create function short_number() returns text
language sql immutable parallel safe as $$ select '^0*[0-9]{1,2}$' $$;

-- Sales of the current domain that have every word (as a prefix) and match the filters. A null filter matches
-- every sale. Days are inclusive. Planned for the values of each call, like find_users: for a common word the
-- few sales of a center or a rep are read instead.
create function match_transactions(
  entered text,
  rep bigint,
  manager bigint,
  distributor bigint,
  center bigint,
  referral_center bigint,
  product bigint,
  patient bigint,
  first_day date,
  last_day date
) returns table (
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
      and (rep is null or t.sales_rep_id = rep)
      and (manager is null or t.sales_manager_id = manager)
      and (distributor is null or t.sales_distributor_id = distributor)
      and (center is null or t.harvest_center_id = center)
      and (referral_center is null or t.referral_harvest_center_id = referral_center)
      and (product is null or t.product_id = product)
      and (patient is null or t.patient_id = patient)
      and (first_day is null or t.day >= first_day)
      and (last_day is null or t.day <= last_day);
end $$;

-- The count of these sales, and the ids of one page, newest first.
create function find_transactions(
  entered text,
  rep bigint,
  manager bigint,
  distributor bigint,
  center bigint,
  referral_center bigint,
  product bigint,
  patient bigint,
  first_day date,
  last_day date,
  skip integer,
  take integer
) returns table (count bigint, ids bigint[]) rows 1
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- A single word may be in very many sales: these are counted by their tallies.
  if is_tallied_word(entered)
    and num_nonnulls(
      rep, manager, distributor, center, referral_center, product, patient, first_day, last_day
    ) = 0
  then
    return query
      select p.total, array(
        select t.id
        from transactions t
        where t.search @@ p.wanted
          and t.domain_id = current_domain()
        order by t.day desc, t.id desc
        offset p.before
        limit take
      )
      from locate_page('transaction_words', (split_words(entered))[1], skip, take) p;
  else
    return query
      with found as materialized (
        select m.id, m.day
        from match_transactions(
          entered, rep, manager, distributor, center, referral_center, product, patient, first_day, last_day
        ) m
      )
      select
        (select count(*) from found),
        array(select f.id from found f order by f.day desc, f.id desc offset skip limit take);
  end if;
end $$;

select search_function('find_transactions');
