-- Totals of sales: the quantity and the sums of money under the same keys as the tallies (130-transactions.sql), so that a
-- total over all sales, or the revenue of a year, costs a few rows. By month (list 'transaction_months'); by day (list 'transactions') except
-- for a rep, who has few sales; and by word (list 'transaction_words', block 0).

create table transaction_sums (
  domain_id bigint not null references domains,
  list text not null,
  key text collate "C" not null,
  block integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  charged_cents bigint not null,
  refunded_cents bigint not null,
  net_cents bigint not null,
  primary key (domain_id, list, key, block)
) with (fillfactor = 70);
select tenant_table('transaction_sums', 'select');
grant select on transaction_sums to vialdesk_search;

create type sum_change as (
  domain_id bigint, list text, key text collate "C", block integer, quantity bigint, amount_cents bigint,
  charged_cents bigint, refunded_cents bigint, net_cents bigint
);

create function transaction_sum_changes(t transactions, sign integer) returns setof sum_change
language sql stable as $$
  select t.domain_id, k.list, k.key, k.block, sign * t.quantity::bigint, sign * t.amount_cents,
    sign * t.charged_cents, sign * t.refunded_cents, sign * t.net_cents
  from (
    select 'transactions', c.key, c.block
    from transaction_tallies(t, 1) c
    where c.key not like 'rep:%'
    union all
    select 'transaction_months', c.key, c.block
    from transaction_month_tallies(t, 1) c
    union all
    select 'transaction_words', w.key, 0
    from word_tallies(t.search, 1) w
  ) k (list, key, block)
$$;

create function apply_sums(changes sum_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into transaction_sums as s
    (domain_id, list, key, block, quantity, amount_cents, charged_cents, refunded_cents, net_cents)
  select c.domain_id, c.list, c.key, c.block, sum(c.quantity), sum(c.amount_cents), sum(c.charged_cents),
    sum(c.refunded_cents), sum(c.net_cents)
  from unnest(changes) c
  group by c.domain_id, c.list, c.key, c.block
  having (sum(c.quantity), sum(c.amount_cents), sum(c.charged_cents), sum(c.refunded_cents), sum(c.net_cents))
    <> (0, 0, 0, 0, 0)
  order by c.domain_id, c.list, c.key, c.block
  on conflict (domain_id, list, key, block) do update
  set
    quantity = s.quantity + excluded.quantity,
    amount_cents = s.amount_cents + excluded.amount_cents,
    charged_cents = s.charged_cents + excluded.charged_cents,
    refunded_cents = s.refunded_cents + excluded.refunded_cents,
    net_cents = s.net_cents + excluded.net_cents
$$;

select summed_rows('sum_sales', 'transactions', 'apply_sums(array(%s))', 'transaction_sum_changes(%s, %s)');

-- Count, quantity and money of the sales that find_transactions finds (140-transaction-search.sql).
create function total_transactions(entered text, asked sale_filter) returns table (
  count bigint, quantity bigint, amount_cents bigint, charged_cents bigint, refunded_cents bigint, net_cents bigint
) rows 1
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  prefix text;
begin
  if asked is null and is_tallied_word(entered) then
    prefix := (split_words(entered))[1];
    return query
      select
        (select p.total from locate_page('transaction_words', prefix, 0, 0) p),
        coalesce(sum(w.sign * s.quantity), 0)::bigint,
        coalesce(sum(w.sign * s.amount_cents), 0)::bigint,
        coalesce(sum(w.sign * s.charged_cents), 0)::bigint,
        coalesce(sum(w.sign * s.refunded_cents), 0)::bigint,
        coalesce(sum(w.sign * s.net_cents), 0)::bigint
      -- Common prefixes are subtracted, as in locate_page.
      from (values (prefix, 1), ('~' || prefix, -1)) w (first, sign)
      join transaction_sums s
        on s.domain_id = current_domain()
        and s.list = 'transaction_words'
        and s.key >= w.first
        and s.key < w.first || chr(1114111);
  else
    return query
      select
        count(*),
        coalesce(sum(m.quantity), 0)::bigint,
        coalesce(sum(m.amount_cents), 0)::bigint,
        coalesce(sum(m.charged_cents), 0)::bigint,
        coalesce(sum(m.refunded_cents), 0)::bigint,
        coalesce(sum(m.net_cents), 0)::bigint
      from match_transactions(entered, asked) m;
  end if;
end $$;

-- The ids of all these sales, for an export.
create function find_transaction_ids(entered text, asked sale_filter) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id
  from match_transactions(entered, asked) m
$$;

select search_function('total_transactions');
select search_function('find_transaction_ids');
