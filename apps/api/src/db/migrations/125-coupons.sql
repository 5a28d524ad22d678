-- Coupons: a fixed discount on a checkout. A checkout reserves a use before the charge, and the sale turns the
-- reserved use into a counted one. A failed payment gives the use back.

create table coupons (
  like numbered_row,
  name text not null check (length(name) between 1 and 120),
  -- Compared without regard to case.
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,40}$'),
  discount_cents bigint not null check (discount_cents > 0),
  -- 0: unlimited.
  max_use_number integer not null check (max_use_number >= 0),
  -- Uses that a sale counts.
  used_number integer not null default 0 check (used_number >= 0),
  -- Uses of payments whose result is not known yet.
  reserved_number integer not null default 0 check (reserved_number >= 0),
  -- A sale was made with it. A refund gives the use back, but the code and the discount stay what was sold with.
  was_used boolean not null default false,
  -- Empty: every product.
  product_ids smallint[] not null default '{}',
  -- The one center that may use it. Null: every center.
  harvest_center_id bigint,
  status smallint not null default 1 check (status in (0, 1)),
  created_at timestamptz not null default now(),
  constraint coupons_uses_check
    check (max_use_number = 0 or used_number + reserved_number <= max_use_number)
);
create unique index coupons_code_key on coupons (domain_id, lower(code));
select tenant_table('coupons', 'select, insert, update, delete', 'numbered');
select refers_to('coupons', 'users', 'harvest_center_id');

-- A use belongs to the payment attempt that asked for it.
create table coupon_uses (
  domain_id bigint not null references domains,
  attempt_id uuid not null,
  coupon_id bigint not null,
  discount_cents bigint not null check (discount_cents > 0),
  -- `released`: the payment failed, or all its money was given back.
  state text not null default 'reserved' check (state in ('reserved', 'used', 'released')),
  created_at timestamptz not null default now(),
  primary key (domain_id, attempt_id),
  foreign key (domain_id, attempt_id) references checkout_attempts (domain_id, id),
  -- Only a coupon without a sale and a running payment is removed, with its released uses.
  foreign key (domain_id, coupon_id) references coupons (domain_id, id) on delete cascade
);
create index coupon_uses_by_coupon on coupon_uses (domain_id, coupon_id);
select tenant_table('coupon_uses', 'select, insert, update (state)');
