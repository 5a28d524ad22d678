-- Commissions of the sales line: rates, a ledger that only grows, and payouts. A sale is worth its present total without
-- shipping and harvest fee (commission_base). The share of a person is computed from
-- that and from the rate of the moment of the sale. The ledger gets the differences.

-- The newest row at the moment of a sale applies to the sale. Without a row, commissions are on.
create table commission_settings (
  like numbered_row,
  enabled boolean not null,
  -- Products of whose sales nobody gets a percentage. Flat rates still apply.
  flat_only_products smallint[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint
);
create index commission_settings_by_time on commission_settings (domain_id, created_at desc, id desc);
select tenant_table('commission_settings', 'select, insert', 'numbered', 'append_only');
select refers_to('commission_settings', 'users', 'created_by');

-- A rate replaces the rate of the same person (or membership) and product from its first day on. It applies to
-- sales that were made after it was saved, so that a sale always has the same rate.
create table commission_rates (
  like numbered_row,
  -- The membership in the sales line of the sale.
  membership smallint not null check (
    membership in (
      membership_id('sales_rep'),
      membership_id('sales_manager'),
      membership_id('sales_distributor')
    )
  ),
  -- Null: everybody with the membership who has no own rate.
  user_id bigint,
  -- Null: every product without an own rate.
  product_id smallint,
  -- Either a part of what the sale is worth, in hundredths of a percent, or an amount for each sale.
  basis_points integer check (basis_points between 0 and 10000),
  flat_cents bigint check (flat_cents >= 0),
  valid_from date not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint,
  foreign key (domain_id, product_id) references products (domain_id, id),
  constraint commission_rates_amount_check check (num_nonnulls(basis_points, flat_cents) = 1)
);
create index commission_rates_by_membership on commission_rates (domain_id, membership, valid_from desc);
select tenant_table('commission_rates', 'select, insert', 'numbered', 'append_only');
select refers_to('commission_rates', 'users', 'user_id', 'created_by');

-- The value of a sale, from which its commissions are computed: what it is worth now (net_cents), without shipping and
-- harvest fee.
create function commission_base(t transactions) returns bigint
language sql immutable parallel safe as $$
  select greatest(0, t.net_cents - t.shipping_cents - t.harvest_fee_cents)
$$;

-- The rate of a position in the sales line of a sale: the most specific, then the newest. No row: no commission.
create function commission_rate_of(t transactions, member_id bigint, position_id smallint)
returns setof commission_rates
language sql stable as $$
  select r.*
  from commission_rates r
  left join lateral (
    select s.enabled, s.flat_only_products
    from commission_settings s
    where s.domain_id = t.domain_id
      and s.created_at <= t.date
    order by s.created_at desc, s.id desc
    limit 1
  ) setting on true
  where r.domain_id = t.domain_id
    and r.membership = position_id
    and (r.user_id is null or r.user_id = member_id)
    and (r.product_id is null or r.product_id = t.product_id)
    and r.valid_from <= t.day
    and r.created_at <= t.date
    and coalesce(setting.enabled, true)
    and (r.basis_points is null or not t.product_id = any(coalesce(setting.flat_only_products, '{}')))
  order by r.user_id nulls last, r.product_id nulls last, r.valid_from desc, r.id desc
  limit 1
$$;

-- The ledger. For each sale, person and membership, the sum of the entries is the person's share of what the sale
-- is worth.
create table commission_entries (
  like numbered_row,
  transaction_id bigint not null,
  user_id bigint not null,
  membership smallint not null,
  -- Counts the entries of the sale, person and membership, so that no difference is written twice.
  step integer not null check (step > 0),
  -- `accrual`: the first entry, or the first one after a share of nothing. `reversal`: the share became less.
  -- `adjustment`: the share became more.
  kind text not null check (kind in ('accrual', 'reversal', 'adjustment')),
  cents bigint not null check (cents <> 0),
  -- The value of the sale and the rate when the entry was written. Later rates do not change them.
  base_cents bigint not null check (base_cents >= 0),
  rate_id bigint not null,
  basis_points integer,
  flat_cents bigint,
  note text not null default '',
  -- The day of the entry, not of the sale, in the domain's time zone. It decides about the statement.
  day date not null,
  month date not null generated always as (date_trunc('month', day::timestamp)::date) stored,
  created_at timestamptz not null default now(),
  constraint commission_entries_step_key unique (domain_id, transaction_id, user_id, membership, step),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, rate_id) references commission_rates (domain_id, id),
  constraint commission_entries_rate_check check (num_nonnulls(basis_points, flat_cents) = 1)
);
create index commission_entries_by_statement on commission_entries (domain_id, user_id, month, id);
create index commission_entries_by_month on commission_entries (domain_id, month, id);
select tenant_table('commission_entries', 'select, insert', 'numbered', 'append_only');

-- The statement of a person and a month: sums that triggers keep in step with the ledger and the payouts, so that
-- lists, overviews and the leaderboard add up few rows at any number of sales.
create table commission_statements (
  like numbered_row,
  user_id bigint not null,
  -- The first day of the month.
  month date not null,
  earned_cents bigint not null,
  paid_cents bigint not null default 0,
  lines integer not null,
  paid_lines integer not null default 0,
  constraint commission_statements_month_key unique (domain_id, user_id, month),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
create index commission_statements_by_month on commission_statements (domain_id, month desc, id desc);
create index commission_statements_unpaid on commission_statements (domain_id, month desc, id desc)
  where lines > paid_lines;
select tenant_table('commission_statements', 'select', 'numbered');
-- No column is ever updated by the application. A payout needs the right to lock its statements, so that
-- concurrent payouts run one after the other.
grant update (month) on commission_statements to vialdesk_app;

create function add_to_statements() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into commission_statements as s (domain_id, user_id, month, earned_cents, lines)
  select f.domain_id, f.user_id, f.month, sum(f.cents), count(*)
  from fresh f
  group by f.domain_id, f.user_id, f.month
  order by f.domain_id, f.user_id, f.month
  on conflict (domain_id, user_id, month) do update
  set earned_cents = s.earned_cents + excluded.earned_cents, lines = s.lines + excluded.lines;
  return null;
end $$;
select after_statements('commission_entries', 'statements', 'add_to_statements', 'inserted');

-- A payment of entries of one person: of a statement, or of one sale in its edit dialog.
create table commission_payouts (
  like numbered_row,
  -- All payouts of one click have the same id, which the page makes. It is never used twice.
  run_id uuid not null,
  user_id bigint not null,
  -- The statement; null for a sale.
  statement_id bigint,
  -- The sale; null for a statement.
  transaction_id bigint,
  cents bigint not null,
  lines integer not null check (lines > 0),
  paid_on date not null,
  method text not null check (length(method) <= 60),
  reference text not null check (length(reference) <= 120),
  created_at timestamptz not null default now(),
  created_by bigint,
  -- The admin said that the sale was not paid after all. A payout of a statement is never cancelled.
  cancelled_at timestamptz,
  constraint commission_payouts_run_key unique nulls not distinct (domain_id, run_id, user_id, statement_id),
  foreign key (domain_id, statement_id) references commission_statements (domain_id, id),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  constraint commission_payouts_subject_check check (num_nonnulls(statement_id, transaction_id) = 1),
  constraint commission_payouts_cancelled_check check (cancelled_at is null or transaction_id is not null)
);
create index commission_payouts_by_statement on commission_payouts (domain_id, statement_id)
  where statement_id is not null;
create index commission_payouts_by_sale on commission_payouts (domain_id, transaction_id)
  where transaction_id is not null;
select tenant_table('commission_payouts', 'select, insert, update (cancelled_at)', 'numbered', 'kept');
select refers_to('commission_payouts', 'users', 'user_id', 'created_by');

-- The entries that were paid. The key pays an entry once.
create table commission_paid_entries (
  domain_id bigint not null references domains,
  entry_id bigint not null,
  payout_id bigint not null,
  primary key (domain_id, entry_id),
  foreign key (domain_id, entry_id) references commission_entries (domain_id, id),
  foreign key (domain_id, payout_id) references commission_payouts (domain_id, id)
);
create index commission_paid_entries_by_payout on commission_paid_entries (domain_id, payout_id);
select tenant_table('commission_paid_entries', 'select, insert, delete');

-- Only a cancelled payout gives its entries back.
create function refuse_unpaying() returns trigger
language plpgsql as $$
begin
  if not exists (
    select
    from commission_payouts p
    where p.domain_id = old.domain_id
      and p.id = old.payout_id
      and p.cancelled_at is not null
  ) then
    raise exception 'Entry % was paid', old.entry_id using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger refuse_unpaying before delete on commission_paid_entries
  for each row execute function refuse_unpaying();
create trigger refuse_update before update on commission_paid_entries
  for each row execute function refuse_change();
create trigger refuse_truncate before truncate on commission_paid_entries
  for each statement execute function refuse_change();

create function pay_in_statements() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update commission_statements s
  set paid_cents = s.paid_cents + c.cents, paid_lines = s.paid_lines + c.n
  from (
    select e.domain_id, e.user_id, e.month, sign * sum(e.cents) as cents, sign * count(*) as n
    from changed p
    join commission_entries e on e.domain_id = p.domain_id and e.id = p.entry_id
    group by e.domain_id, e.user_id, e.month
  ) c
  where s.domain_id = c.domain_id
    and s.user_id = c.user_id
    and s.month = c.month;
  return null;
end $$;
create trigger pay_in_statements_inserted after insert on commission_paid_entries
  referencing new table as changed
  for each statement execute function pay_in_statements();
create trigger pay_in_statements_deleted after delete on commission_paid_entries
  referencing old table as changed
  for each statement execute function pay_in_statements();
