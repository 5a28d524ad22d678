-- Selling: what is for sale, for how much, and every attempt to pay for it.

create table products (
  domain_id bigint not null references domains,
  id smallint not null,
  name text not null,
  description text not null default '',
  price_cents bigint not null check (price_cents >= 0),
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  primary key (domain_id, id)
);
select tenant_table('products', 'select');

-- A business's own price; it takes the place of the product's.
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
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  user_id bigint not null,
  location_name text not null default '',
  address1 text not null,
  address2 text not null default '',
  city text not null,
  state_desc text not null,
  country_desc text not null,
  zip_code text not null default '',
  is_default boolean not null default false,
  primary key (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create unique index one_default_location on locations (domain_id, user_id) where is_default;
create index locations_of_user on locations (domain_id, user_id, id);
select tenant_table('locations', 'select, insert, update, delete');

-- The provider's name for a user; ids of cards are never trusted without going through it.
create table payment_customers (
  domain_id bigint not null references domains,
  user_id bigint not null,
  gateway text not null,
  customer_profile_id text not null,
  primary key (domain_id, user_id, gateway),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
select tenant_table('payment_customers', 'select, insert');

create table invoice_counters (
  domain_id bigint primary key references domains,
  last bigint not null
);
select tenant_table('invoice_counters', 'select, insert, update');

-- An invoice id is reserved before a checkout and is its idempotency key. Short enough for every provider (20 characters).
create table invoices (
  domain_id bigint not null references domains,
  id text not null check (length(id) between 3 and 16),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
select tenant_table('invoices', 'select, insert');
-- Nothing is ever changed: it is what lets a checkout lock its invoice, so that of many at once one goes first.
grant update (expires_at) on invoices to vialdesk_app;

-- Written before the provider is asked, so that nothing that was ever sent is forgotten.
create table checkout_attempts (
  domain_id bigint not null references domains,
  id uuid not null default gen_random_uuid(),
  invoice_id text not null,
  attempt_no integer not null,
  ref_id text not null,
  user_id bigint not null,
  kind text not null check (kind in ('processing_fee', 'harvest_fee', 'product', 'patient_vials')),
  request_hash bytea not null,
  status text not null check (status in ('sending', 'approved', 'held', 'declined', 'rejected', 'unknown', 'review', 'abandoned')),
  amount_cents bigint not null check (amount_cents >= 0),
  currency char(3) not null default 'USD',
  -- What to record once the money is there: parties, prices, the patient to create. Never a card.
  order_data jsonb not null,
  gateway text not null,
  gateway_trans_id text,
  outcome_code text,
  user_message text,
  avs text,
  cvv text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  transaction_id bigint,
  lease_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  -- Why a person has to look at it, until one has.
  review_note text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (domain_id, id),
  unique (domain_id, invoice_id, attempt_no),
  unique (domain_id, ref_id),
  unique (domain_id, gateway, gateway_trans_id),
  constraint review_says_why check (status <> 'review' or review_note is not null),
  foreign key (domain_id, invoice_id) references invoices (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
-- No second charge of an invoice while one is under way, undecided or done.
create unique index one_open_attempt on checkout_attempts (domain_id, invoice_id) where status in ('sending', 'unknown', 'held', 'review', 'approved');
create index attempts_to_check on checkout_attempts (domain_id, next_check_at) where status in ('sending', 'unknown', 'held');
create index attempts_to_review on checkout_attempts (domain_id, created_at, id) where review_note is not null;
select tenant_table('checkout_attempts', 'select, insert, update');
