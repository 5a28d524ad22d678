-- Checkout: products and prices, addresses to ship to, and every attempt to pay.

create table products (
  domain_id bigint not null references domains,
  id smallint not null,
  name text not null,
  description text not null default '',
  price_cents bigint not null check (price_cents >= 0),
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  -- The memberships that may buy it.
  sold_to smallint[] not null default '{}',
  -- Whether we send a parcel after the order.
  ships boolean not null default false,
  -- Whether the checkout has a shipping address, date and fee.
  has_shipping boolean not null default true,
  -- A product that is switched off is not sold. Its sales stay.
  active boolean not null default true,
  primary key (domain_id, id)
);
select tenant_table('products', 'select, update (active)');

-- The domain's own price. It replaces the price of the product.
create table product_prices (
  domain_id bigint not null references domains,
  product_id smallint not null,
  price_cents bigint not null check (price_cents >= 0),
  shipping_cents bigint not null check (shipping_cents >= 0),
  primary key (domain_id, product_id),
  foreign key (domain_id, product_id) references products (domain_id, id)
);
select tenant_table('product_prices', 'select, insert, update');

create table locations (
  like numbered_row,
  user_id bigint not null,
  location_name text not null default '',
  address1 text not null,
  address2 text not null default '',
  city text not null,
  state_desc text not null,
  country_desc text not null,
  zip_code text not null default '',
  template_id text,
  is_default boolean not null default false,
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create unique index locations_default_key on locations (domain_id, user_id) where is_default;
create index locations_by_user on locations (domain_id, user_id, id);
select tenant_table('locations', 'select, insert, update, delete', 'numbered');

-- A user with locations has exactly one default location (decision 026). The index locations_default_key
-- allows at most one. This trigger requires at least one at the commit.
create function assert_default_location() returns trigger
language plpgsql as $$
declare
  changed locations := coalesce(old, new);
begin
  if exists (
    select
    from locations l
    where l.domain_id = changed.domain_id
      and l.user_id = changed.user_id
  ) and not exists (
    select
    from locations l
    where l.domain_id = changed.domain_id
      and l.user_id = changed.user_id
      and l.is_default
  ) then
    raise exception 'User % has locations, but no default location', changed.user_id
      using errcode = 'check_violation', constraint = 'locations_is_default_check';
  end if;
  return null;
end $$;
create constraint trigger locations_is_default_check_inserted after insert on locations
  deferrable initially deferred
  for each row when (not new.is_default)
  execute function assert_default_location();
create constraint trigger locations_is_default_check_updated after update on locations
  deferrable initially deferred
  for each row when (old.is_default and (not new.is_default or old.user_id <> new.user_id))
  execute function assert_default_location();
create constraint trigger locations_is_default_check_deleted after delete on locations
  deferrable initially deferred
  for each row when (old.is_default)
  execute function assert_default_location();

-- The payment provider's id of a user. A saved card is only used if it belongs to this id.
create table payment_customers (
  domain_id bigint not null references domains,
  user_id bigint not null,
  gateway text not null,
  customer_profile_id text not null,
  -- The provider's id of the preferred card. The oldest card is the default while this is null or the card is gone.
  default_card text,
  primary key (domain_id, user_id, gateway),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
select tenant_table('payment_customers', 'select, insert, update (customer_profile_id, default_card)');

-- Written before the provider deletes a saved card, so that a repeated request can finish a deletion and audit it once.
create table card_deletions (
  domain_id bigint not null references domains,
  user_id bigint not null,
  gateway text not null,
  -- The provider's id of the card.
  card text not null,
  asked_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (domain_id, user_id, gateway, card),
  foreign key (domain_id, user_id, gateway) references payment_customers (domain_id, user_id, gateway)
    on delete cascade
);
select tenant_table('card_deletions', 'select, insert, update (deleted_at)');

create table invoice_counters (
  domain_id bigint primary key references domains,
  last bigint not null
);
select tenant_table('invoice_counters', 'select, insert, update');

-- An invoice id is reserved before a checkout and is its idempotency key. It is short enough for every
-- provider (20 characters).
create table invoices (
  domain_id bigint not null references domains,
  id text not null check (length(id) between 3 and 16),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (domain_id, id)
);
select tenant_table('invoices', 'select, insert');
select belongs_to('invoices', 'users', 'user_id');
-- No column is ever updated. A checkout needs the right to lock its invoice, so that concurrent checkouts run
-- one after the other.
grant update (expires_at) on invoices to vialdesk_app;

-- Written before the provider is asked, so that every request that was sent is known.
create table checkout_attempts (
  domain_id bigint not null references domains,
  id uuid not null default gen_random_uuid(),
  invoice_id text not null,
  attempt_no integer not null,
  ref_id text not null,
  user_id bigint not null,
  kind text not null check (kind in ('processing_fee', 'harvest_fee', 'product', 'patient_vials')),
  request_hash bytea not null,
  status text not null
    check (status in (
      'sending', 'approved', 'held', 'declined', 'rejected', 'unknown', 'review', 'abandoned'
    )),
  amount_cents bigint not null check (amount_cents >= 0),
  currency char(3) not null default 'USD',
  -- The data of the sale that follows the payment: parties, prices, the patient to create. Never a card.
  order_data jsonb not null,
  gateway text not null,
  gateway_trans_id text,
  outcome_code text,
  user_message text,
  avs text,
  cvv text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  -- Its foreign key is in 130-transactions.sql, because the two tables refer to each other.
  transaction_id bigint,
  lease_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  -- Why a person must review the attempt. Null once reviewed.
  review_note text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (domain_id, id),
  unique (domain_id, invoice_id, attempt_no),
  unique (domain_id, ref_id),
  unique (domain_id, gateway, gateway_trans_id),
  constraint checkout_attempts_review_note_check check (status <> 'review' or review_note is not null),
  foreign key (domain_id, invoice_id) references invoices (domain_id, id)
);
-- No second charge of an invoice while one is running, undecided or approved.
create unique index checkout_attempts_open_key on checkout_attempts (domain_id, invoice_id)
  where status in ('sending', 'unknown', 'held', 'review', 'approved');
create index checkout_attempts_to_check on checkout_attempts (domain_id, next_check_at)
  where status in ('sending', 'unknown', 'held');
create index checkout_attempts_to_review on checkout_attempts (domain_id, created_at, id)
  where review_note is not null;
-- Declined cards, which are counted per user.
create index checkout_attempts_declined_by_user on checkout_attempts (domain_id, user_id, created_at)
  where status = 'declined';
select tenant_table('checkout_attempts', 'select, insert, update');
select refers_to('checkout_attempts', 'users', 'user_id');
