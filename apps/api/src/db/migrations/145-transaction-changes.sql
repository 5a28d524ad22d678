-- Changes of recorded sales: edits with a note, and the money that is given back.

create table transaction_history (
  like numbered_row,
  transaction_id bigint not null,
  note text not null check (btrim(note) <> ''),
  user_id bigint not null,
  -- The person who is signed in as the user.
  impersonator_id bigint,
  -- What this edit added to the amount of the sale. Nothing else changes the amount.
  correction_cents bigint not null default 0,
  -- The changed fields as an admin reads them, without the names of patients: {"amount": "$3,650.00"}.
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null default now(),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id)
);
create index transaction_history_by_transaction on transaction_history (domain_id, transaction_id, id);
select tenant_table('transaction_history', 'select, insert', 'numbered', 'append_only');
select refers_to('transaction_history', 'users', 'user_id', 'impersonator_id');

create function correct_amount() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update transactions t
  set amount_cents = t.amount_cents + new.correction_cents
  where t.domain_id = new.domain_id
    and t.id = new.transaction_id;
  return null;
end $$;
create trigger correct_amount after insert on transaction_history
  for each row when (new.correction_cents <> 0)
  execute function correct_amount();

-- A refund is written before the provider is asked, so that every request that was sent is known.
create table refunds (
  domain_id bigint not null references domains,
  -- Made by the page. The same id never gives money back twice.
  id uuid not null,
  transaction_id bigint not null,
  -- The refund at the provider, which refuses a second refund with the same ref_id.
  ref_id text not null check (length(ref_id) between 3 and 20),
  kind text not null check (kind in ('refund', 'void')),
  -- 0 for the void of an order that was free.
  amount_cents bigint not null,
  -- `review`: the provider gave no clear answer to any check.
  status text not null default 'sending'
    check (status in ('sending', 'unknown', 'review', 'done', 'refused')),
  note text not null check (btrim(note) <> ''),
  user_id bigint not null,
  impersonator_id bigint,
  -- The provider's id of the refund. Of a void: that of the charge.
  gateway_trans_id text,
  outcome_code text,
  message text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Until then only the request that started the refund works on it.
  lease_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  primary key (domain_id, id),
  constraint refunds_amount_cents_check check (amount_cents > 0 or (amount_cents = 0 and kind = 'void')),
  unique (domain_id, ref_id),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id)
);
create index refunds_by_transaction on refunds (domain_id, transaction_id, created_at);
create index refunds_to_review on refunds (domain_id, created_at) where status = 'review';
create unique index refunds_gateway_trans_id_key on refunds (domain_id, gateway_trans_id)
  where kind = 'refund' and gateway_trans_id is not null;
select tenant_table('refunds', 'select, insert,
  update (status, gateway_trans_id, outcome_code, message, finished_at, next_check_at, checks)', 'kept');
select refers_to('refunds', 'users', 'user_id', 'impersonator_id');

-- The last guard against giving back more than was charged: refunds that are done or may still be done.
create function assert_refundable() returns trigger
language plpgsql as $$
begin
  if (
    select t.charged_cents
    from transactions t
    where t.domain_id = new.domain_id
      and t.id = new.transaction_id
  ) < (
    select sum(r.amount_cents)
    from refunds r
    where r.domain_id = new.domain_id
      and r.transaction_id = new.transaction_id
      and r.status <> 'refused'
  ) then
    raise exception 'The refunds of sale % are more than its charge', new.transaction_id
      using errcode = 'check_violation', constraint = 'refunds_amount_check';
  end if;
  return null;
end $$;
create trigger refunds_amount_check after insert or update of status on refunds
  for each row when (new.status <> 'refused')
  execute function assert_refundable();
