-- Sales: append-only facts. Names of parties are looked up when shown; the search words follow them by trigger.

create table transactions (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  invoice_id text not null,
  attempt_id uuid,
  date timestamptz not null default now(),
  -- The business's own calendar day of the sale; lists are ordered and cut by it.
  day date not null,
  product_id smallint not null,
  quantity integer not null check (quantity > 0),
  price_cents bigint not null check (price_cents >= 0),
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  harvest_fee_cents bigint not null default 0 check (harvest_fee_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  coupon_code_used text not null default '',
  commission_paid boolean not null default false,
  payer_id bigint not null,
  harvest_center_id bigint,
  referral_harvest_center_id bigint,
  hc_staff_id bigint,
  patient_id bigint,
  sales_rep_id bigint,
  sales_manager_id bigint,
  sales_distributor_id bigint,
  gateway text,
  gateway_trans_id text,
  card_brand text,
  card_last4 text,
  billing jsonb not null default '{}',
  shipping jsonb not null default '{}',
  shipping_date date,
  required_signature boolean not null default false,
  search tsvector not null default ''::tsvector,
  primary key (domain_id, id),
  unique (domain_id, invoice_id),
  unique (domain_id, attempt_id),
  foreign key (domain_id, product_id) references products (domain_id, id),
  foreign key (domain_id, payer_id) references users (domain_id, id),
  foreign key (domain_id, harvest_center_id) references users (domain_id, id),
  foreign key (domain_id, referral_harvest_center_id) references users (domain_id, id),
  foreign key (domain_id, hc_staff_id) references users (domain_id, id),
  foreign key (domain_id, patient_id) references users (domain_id, id),
  foreign key (domain_id, sales_rep_id) references users (domain_id, id),
  foreign key (domain_id, sales_manager_id) references users (domain_id, id),
  foreign key (domain_id, sales_distributor_id) references users (domain_id, id),
  foreign key (domain_id, attempt_id) references checkout_attempts (domain_id, id),
  constraint amount_adds_up check (amount_cents = greatest(0, price_cents * quantity + shipping_cents + harvest_fee_cents - discount_cents))
);
select tenant_table('transactions', 'select, insert');
alter table checkout_attempts add foreign key (domain_id, transaction_id) references transactions (domain_id, id);

create index transactions_newest on transactions (domain_id, day desc, id desc);
create index transactions_by_center on transactions (domain_id, harvest_center_id, day desc, id desc) where harvest_center_id is not null;
create index transactions_by_referral_center on transactions (domain_id, referral_harvest_center_id, day desc, id desc) where referral_harvest_center_id is not null;
create index transactions_by_patient on transactions (domain_id, patient_id, day desc, id desc) where patient_id is not null;
create index transactions_by_rep on transactions (domain_id, sales_rep_id, day desc, id desc) where sales_rep_id is not null;
create index transactions_by_manager on transactions (domain_id, sales_manager_id, day desc, id desc) where sales_manager_id is not null;
create index transactions_by_distributor on transactions (domain_id, sales_distributor_id, day desc, id desc) where sales_distributor_id is not null;
create index transactions_by_product on transactions (domain_id, product_id, day desc, id desc);
-- Processing fees, from which labels are asked for.
create index transactions_fees_of_center on transactions (domain_id, harvest_center_id, day desc, id desc)
  where harvest_center_id is not null and product_id = 1;
create index transactions_fees_of_referral_center on transactions (domain_id, referral_harvest_center_id, day desc, id desc)
  where referral_harvest_center_id is not null and product_id = 13;
create index transactions_by_words on transactions using gin (search) with (fastupdate = off);

create trigger transactions_stay before delete on transactions for each row execute function refuse_change();
create trigger transactions_all_stay before truncate on transactions for each statement execute function refuse_change();

-- Words are tallied by week.
create function week_of(day date) returns integer language sql immutable parallel safe as $$ select (day - date '2000-01-01') / 7 $$;

create function transaction_words(t transactions) returns tsvector language sql stable as $$
  select words || placed_words(week_of(t.day), words) from (select search_words(t.domain_id, t.invoice_id, t.id::text, t.coupon_code_used, string_agg(concat_ws(' ', u.first_name, u.last_name, u.company), ' ')) as words
  from users u where u.domain_id = t.domain_id and u.id in (t.harvest_center_id, t.referral_harvest_center_id, t.patient_id, t.sales_rep_id)) u
$$;
create function keep_transaction_words() returns trigger language plpgsql as $$
begin
  new.search := transaction_words(new);
  return new;
end $$;
-- Who inserts very many at once may bring the words along; found one by one they cost as much as all the rest.
create trigger find_words before insert on transactions
  for each row when (new.search = ''::tsvector) execute function keep_transaction_words();
create trigger keep_words before update of harvest_center_id, referral_harvest_center_id, patient_id, sales_rep_id, day on transactions
  for each row execute function keep_transaction_words();

-- Someone's new name is found in the sales it was part of.
create function rename_in_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update transactions t set search = transaction_words(t) where t.domain_id = new.domain_id
    and (t.harvest_center_id = new.id or t.referral_harvest_center_id = new.id or t.patient_id = new.id or t.sales_rep_id = new.id);
  return null;
end $$;
create trigger rename_in_transactions after update of first_name, last_name, company on users for each row
  when ((old.first_name, old.last_name, old.company) is distinct from (new.first_name, new.last_name, new.company))
  execute function rename_in_transactions();

-- Tallied by day: everything, by product, and by each coarse party alone and with the product. Centers and patients have few
-- enough sales each to be counted as they are.
create function transaction_tallies(t transactions, sign integer) returns setof tally_change language sql stable as $$
  select t.domain_id, party || suffix, t.day - date '2000-01-01', sign
  from unnest(array['all', 'rep:' || t.sales_rep_id, 'manager:' || t.sales_manager_id, 'distributor:' || t.sales_distributor_id]) party,
    unnest(array['', '|product:' || t.product_id]) suffix
  where party is not null
$$;
-- The same by month (years x 12 + months), so that a count is the sum of a few of them, and only the days of the month that a page
-- lies in are looked at.
create function by_month(changes tally_change[]) returns tally_change[] language sql immutable as $$
  select array(select row(c.domain_id, c.key, m, sum(c.n))::tally_change
    from unnest(changes) c, lateral (select date '2000-01-01' + c.block as day) d,
      lateral (select (extract(year from d.day) * 12 + extract(month from d.day) - 1)::integer as m) x
    group by c.domain_id, c.key, m)
$$;
create function tally_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changes tally_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(select x from fresh t, transaction_tallies(t, 1) x);
    perform apply_tallies('transaction_words', array(select x from fresh t, word_tallies(t.search, 1) x));
  else
    changes := array(select x from fresh t, transaction_tallies(t, 1) x union all select x from stale t, transaction_tallies(t, -1) x);
    perform apply_tallies('transaction_words',
      array(select x from fresh t, word_tallies(t.search, 1) x union all select x from stale t, word_tallies(t.search, -1) x));
  end if;
  perform apply_tallies('transactions', changes);
  perform apply_tallies('transaction_months', by_month(changes));
  return null;
end $$;
create trigger tally_inserted after insert on transactions referencing new table as fresh for each statement execute function tally_transactions();
create trigger tally_updated after update on transactions referencing old table as stale new table as fresh for each statement execute function tally_transactions();

-- Revenue by month and product: of each rep, and of everyone together (rep 0), so that a year of it is a few rows at any size.
create table revenue_months (
  domain_id bigint not null references domains,
  -- The first day of the month; months follow the days of the sales.
  month date not null,
  product_id smallint not null,
  sales_rep_id bigint not null default 0,
  n bigint not null,
  cents bigint not null,
  primary key (domain_id, sales_rep_id, month, product_id),
  foreign key (domain_id, product_id) references products (domain_id, id)
);
select tenant_table('revenue_months', 'select');

create type revenue_change as (domain_id bigint, month date, product_id smallint, sales_rep_id bigint, n integer, cents bigint);

create function transaction_revenue(t transactions, sign integer) returns setof revenue_change language sql stable as $$
  select t.domain_id, date_trunc('month', t.day)::date, t.product_id, rep, sign, sign * t.amount_cents
  from unnest(array[0, t.sales_rep_id]) rep where rep is not null
$$;
create function apply_revenue(changes revenue_change[]) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into revenue_months as r (domain_id, month, product_id, sales_rep_id, n, cents)
  select c.domain_id, c.month, c.product_id, c.sales_rep_id, sum(c.n), sum(c.cents) from unnest(changes) c
  group by c.domain_id, c.sales_rep_id, c.month, c.product_id having sum(c.n) <> 0 or sum(c.cents) <> 0
  order by c.domain_id, c.sales_rep_id, c.month, c.product_id
  on conflict (domain_id, sales_rep_id, month, product_id) do update set n = r.n + excluded.n, cents = r.cents + excluded.cents
$$;
revoke all on function apply_revenue from public;

create function sum_revenue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_revenue(array(select x from fresh t, transaction_revenue(t, 1) x));
  else
    perform apply_revenue(array(select x from fresh t, transaction_revenue(t, 1) x union all select x from stale t, transaction_revenue(t, -1) x));
  end if;
  return null;
end $$;
create trigger revenue_inserted after insert on transactions referencing new table as fresh for each statement execute function sum_revenue();
create trigger revenue_updated after update on transactions referencing old table as stale new table as fresh for each statement execute function sum_revenue();

-- Finding sales by words: by the searching role of 020-accounts.sql, which reads past the policy, and in this one function, which
-- names the caller's domain itself and gives nothing but a count and ids of that domain; the rows are read under the policy again.
grant select (domain_id, id, day, product_id, harvest_center_id, referral_harvest_center_id, patient_id, sales_rep_id, sales_manager_id,
  sales_distributor_id, search) on transactions to vialdesk_search;
create policy found_by_words on transactions for select to vialdesk_search using (true);

-- Sales that have every word (as a prefix) and fit the filters; a filter that is null does not filter, days are inclusive. Planned for
-- the values of each call, as find_users is: of a word that most sales have, the few sales of a center or a rep are read instead.
create function match_transactions(entered text, rep bigint, manager bigint, distributor bigint, center bigint, referral_center bigint,
  product bigint, patient bigint, first_day date, last_day date)
returns table (id bigint, day date) language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  wanted tsquery := whole_words_query('transaction_words', entered);
begin
  return query
    select t.id, t.day from transactions t
    where t.search @@ wanted and t.domain_id = current_domain()
      and (rep is null or t.sales_rep_id = rep) and (manager is null or t.sales_manager_id = manager)
      and (distributor is null or t.sales_distributor_id = distributor) and (center is null or t.harvest_center_id = center)
      and (referral_center is null or t.referral_harvest_center_id = referral_center)
      and (product is null or t.product_id = product) and (patient is null or t.patient_id = patient)
      and (first_day is null or t.day >= first_day) and (last_day is null or t.day <= last_day);
end $$;

-- Newest first: how many of those there are, and the ids of one page.
create function find_transactions(entered text, rep bigint, manager bigint, distributor bigint, center bigint, referral_center bigint,
  product bigint, patient bigint, first_day date, last_day date, skip integer, take integer)
returns table (count bigint, ids bigint[]) rows 1 language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- One word alone may be in very many sales: those are counted by their tallies.
  if is_one_word(entered)
    and num_nonnulls(rep, manager, distributor, center, referral_center, product, patient, first_day, last_day) = 0 then
    return query
      select p.total, array(
        select t.id from transactions t where t.search @@ p.wanted and t.domain_id = current_domain()
        order by t.day desc, t.id desc offset p.before limit take)
      from place_of_page('transaction_words', (words_of(entered))[1], skip, take) p;
  else
    return query
      with found as materialized (
        select m.id, m.day
        from match_transactions(entered, rep, manager, distributor, center, referral_center, product, patient, first_day, last_day) m)
      select (select count(*) from found), array(select f.id from found f order by f.day desc, f.id desc offset skip limit take);
  end if;
end $$;
revoke all on function find_transactions from public;
grant execute on function find_transactions to vialdesk_app;
grant create on schema public to vialdesk_search;
alter function find_transactions owner to vialdesk_search;
revoke create on schema public from vialdesk_search;
