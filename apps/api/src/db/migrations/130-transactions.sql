-- Transactions: sales, never deleted. What was sold and what the provider charged are never changed; an admin may correct
-- the rest, with a note (145-transaction-changes.sql). The words for the search follow the names of the parties by trigger.

create table transactions (
  like numbered_row,
  invoice_id text not null,
  attempt_id uuid,
  date timestamptz not null default now(),
  -- The calendar day of the sale in the domain's time zone. Lists are ordered and divided by it.
  day date not null,
  product_id smallint not null,
  quantity integer not null check (quantity > 0),
  price_cents bigint not null check (price_cents >= 0),
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  harvest_fee_cents bigint not null default 0 check (harvest_fee_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  -- The charged amount and its corrections (145-transaction-changes.sql).
  amount_cents bigint not null check (amount_cents >= 0),
  -- What was sold and charged. Set from the product, the quantity and the amount when the sale is recorded.
  charged_cents bigint not null default 0,
  charged_quantity integer not null default 0,
  charged_product_id smallint not null default 0,
  -- The money that was given back.
  refunded_cents bigint not null default 0,
  -- The payment was cancelled before it was settled.
  voided boolean not null default false,
  -- Whether a parcel is sent, and how many pieces were.
  ships boolean not null default false,
  shipped_quantity integer not null default 0,
  -- What the sale is worth now: its amount, less the money that was given back. That money first settles a correction
  -- that lowered the amount, so that the same dollars do not count twice.
  net_cents bigint not null generated always as (
    case
      when voided or (refunded_cents > 0 and refunded_cents = charged_cents) then 0
      else amount_cents - greatest(0, refunded_cents - greatest(0, charged_cents - amount_cents))
    end
  ) stored,
  -- Counts the edits, so that an edit of an older version is refused.
  version integer not null default 1,
  coupon_id bigint,
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
  unique (domain_id, invoice_id),
  unique (domain_id, attempt_id),
  foreign key (domain_id, product_id) references products (domain_id, id),
  foreign key (domain_id, charged_product_id) references products (domain_id, id),
  foreign key (domain_id, attempt_id) references checkout_attempts (domain_id, id),
  foreign key (domain_id, coupon_id) references coupons (domain_id, id),
  constraint transactions_charged_sum_check check (
    charged_cents = price_cents * charged_quantity + shipping_cents + harvest_fee_cents - discount_cents
  ),
  constraint transactions_refunded_check check (refunded_cents between 0 and charged_cents),
  constraint transactions_shipped_check check (shipped_quantity between 0 and quantity),
  -- A search by the code of a coupon reads the sales of the coupon.
  constraint transactions_coupon_check check ((coupon_id is null) = (coupon_code_used = ''))
);
-- The facts of the payment have no right to be updated. The amount is changed by the trigger of a correction only.
select tenant_table('transactions', 'select, insert,
  update (product_id, quantity, harvest_center_id, referral_harvest_center_id, patient_id,
    sales_rep_id, sales_manager_id, sales_distributor_id, commission_paid, refunded_cents, voided, ships,
    shipped_quantity, version)', 'numbered', 'kept');

create function set_charged_facts() returns trigger
language plpgsql as $$
begin
  new.charged_cents := new.amount_cents;
  new.charged_quantity := new.quantity;
  new.charged_product_id := new.product_id;
  return new;
end $$;
create trigger set_charged_facts before insert on transactions for each row execute function set_charged_facts();
-- The two tables refer to each other.
alter table checkout_attempts
  add foreign key (domain_id, transaction_id) references transactions (domain_id, id);

create index transactions_newest on transactions (domain_id, day desc, id desc);
create index transactions_by_center on transactions (domain_id, harvest_center_id, day desc, id desc)
  where harvest_center_id is not null;
create index transactions_by_referral_center
  on transactions (domain_id, referral_harvest_center_id, day desc, id desc)
  where referral_harvest_center_id is not null;
create index transactions_by_patient on transactions (domain_id, patient_id, day desc, id desc)
  where patient_id is not null;
create index transactions_by_rep on transactions (domain_id, sales_rep_id, day desc, id desc)
  where sales_rep_id is not null;
create index transactions_by_manager on transactions (domain_id, sales_manager_id, day desc, id desc)
  where sales_manager_id is not null;
create index transactions_by_distributor on transactions (domain_id, sales_distributor_id, day desc, id desc)
  where sales_distributor_id is not null;
select refers_to('transactions', 'users',
  'payer_id', 'harvest_center_id', 'referral_harvest_center_id', 'hc_staff_id', 'patient_id', 'sales_rep_id',
  'sales_manager_id', 'sales_distributor_id');
create index transactions_by_product on transactions (domain_id, product_id, day desc, id desc);
-- Processing fees (products 1 and 13), for which labels are requested.
create index transactions_fees_by_center on transactions (domain_id, harvest_center_id, day desc, id desc)
  where harvest_center_id is not null and product_id = 1;
create index transactions_fees_by_referral_center
  on transactions (domain_id, referral_harvest_center_id, day desc, id desc)
  where referral_harvest_center_id is not null and product_id = 13;
-- The order by amount (decision 070): of all, of a product and of the sales users.
create index transactions_in_order_of_amount on transactions (domain_id, amount_cents, id);
create index transactions_of_product_in_order_of_amount
  on transactions (domain_id, product_id, amount_cents, id);
create index transactions_of_rep_in_order_of_amount
  on transactions (domain_id, sales_rep_id, amount_cents, id) where sales_rep_id is not null;
create index transactions_of_manager_in_order_of_amount
  on transactions (domain_id, sales_manager_id, amount_cents, id) where sales_manager_id is not null;
create index transactions_of_distributor_in_order_of_amount
  on transactions (domain_id, sales_distributor_id, amount_cents, id) where sales_distributor_id is not null;
create index transactions_by_coupon on transactions (domain_id, coupon_id) where coupon_id is not null;

-- Words are tallied by week.
create function week_number(day date) returns integer
language sql immutable parallel safe as $$
  select (day - date '2000-01-01') / 7
$$;

create function transaction_words(t transactions) returns tsvector
language sql stable as $$
  select words || words_with_block(week_number(t.day), words)
  from (
    select search_words(
      t.domain_id,
      t.invoice_id,
      t.id::text,
      t.coupon_code_used,
      string_agg(concat_ws(' ', u.first_name, u.last_name, u.company), ' ')
    ) as words
    from users u
    where u.domain_id = t.domain_id
      and u.id in (t.harvest_center_id, t.referral_harvest_center_id, t.patient_id, t.sales_rep_id)
  ) u
$$;

select searched_rows(
  'transactions',
  'transaction_words',
  '{harvest_center_id, referral_harvest_center_id, patient_id, sales_rep_id, day}',
  '{first_name, last_name, company}',
  'new.id in (r.harvest_center_id, r.referral_harvest_center_id, r.patient_id, r.sales_rep_id)'
);

-- Tallied by day: all sales, those of each rep, manager and distributor, and each of these with the product.
-- Centers and patients have few sales each, which are counted one by one.
create function transaction_tallies(t transactions, sign integer) returns setof tally_change
language sql stable as $$
  select t.domain_id, party || suffix, t.day - date '2000-01-01', sign
  from
    unnest(array[
      'all',
      'rep:' || t.sales_rep_id,
      'manager:' || t.sales_manager_id,
      'distributor:' || t.sales_distributor_id
    ]) party,
    unnest(array['', '|product:' || t.product_id]) suffix
  where party is not null
$$;

-- A month as the number of a block: twelve times the year plus the month, January being 0.
create function month_number(day date) returns integer
language sql immutable parallel safe as $$
  select (extract(year from day) * 12 + extract(month from day) - 1)::integer
$$;

-- The same tallies by month: a count is the sum of a few of them, and a page reads only the days of its month. Tallied
-- by month only: the sales of a rep under one manager or distributor, and of a manager under one distributor, as the
-- lists of teams are filtered. By day, these would be nearly as many rows as sales.
create function transaction_month_tallies(t transactions, sign integer) returns setof tally_change
language sql stable as $$
  select t.domain_id, line || suffix, month_number(t.day), sign
  from
    unnest(array[
      'all',
      'rep:' || t.sales_rep_id,
      'manager:' || t.sales_manager_id,
      'distributor:' || t.sales_distributor_id,
      'manager:' || t.sales_manager_id || '|rep:' || t.sales_rep_id,
      'distributor:' || t.sales_distributor_id || '|rep:' || t.sales_rep_id,
      'distributor:' || t.sales_distributor_id || '|manager:' || t.sales_manager_id,
      'distributor:' || t.sales_distributor_id || '|manager:' || t.sales_manager_id || '|rep:' || t.sales_rep_id
    ]) line,
    unnest(array['', '|product:' || t.product_id]) suffix
  where line is not null
$$;

-- The centers of the sales of each rep, manager and distributor, under the same keys: the id of a center or
-- referral center is the block. A search for a company reads the centers of a line from these.
create function transaction_center_tallies(t transactions, sign integer) returns setof tally_change
language sql stable as $$
  select t.domain_id, party, center::integer, sign
  from
    unnest(array[
      'rep:' || t.sales_rep_id,
      'manager:' || t.sales_manager_id,
      'distributor:' || t.sales_distributor_id
    ]) party,
    unnest(array[t.harvest_center_id, t.referral_harvest_center_id]) center
  where party is not null
    and center is not null
$$;

select tallied_list('transactions', 'transactions', 'transaction_tallies(%s, %s)');
select tallied_list('transaction_months', 'transactions', 'transaction_month_tallies(%s, %s)');
select tallied_list('transaction_centers', 'transactions', 'transaction_center_tallies(%s, %s)');
select tallied_list('transaction_words', 'transactions', 'word_tallies(%s.search, %s)');
