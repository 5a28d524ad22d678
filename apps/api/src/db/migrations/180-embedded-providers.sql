-- Tables of the embedded providers: the mail outbox, the payment simulation and the label simulation. They
-- stand for the databases of other companies: no other table refers to them, and they are written in
-- transactions of their own.

-- Mail is stored here when no mail server is configured.
create table mail_outbox (
  like numbered_row,
  message_id text not null check (length(message_id) between 1 and 120),
  sender_name text not null,
  sender_email text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  -- Without the secret of a link: a mark is in its place.
  text text not null,
  html text not null,
  -- The secret of the link, encrypted with a key that is derived from SECRET_KEY. Erased once it is used or has expired.
  sealed_secret bytea,
  secret_expires_at timestamptz,
  sent_at timestamptz not null default now(),
  unique (domain_id, message_id),
  constraint mail_outbox_secret_expires_at_check
    check (sealed_secret is null or secret_expires_at is not null)
);
create index mail_outbox_by_secret on mail_outbox (domain_id, secret_expires_at)
  where sealed_secret is not null;
select tenant_table('mail_outbox', 'select, insert, update (sealed_secret)', 'numbered');

create schema gateway_sim;
grant usage on schema gateway_sim to vialdesk_app;

create table gateway_sim.sim_customers (
  domain_id bigint not null references domains,
  id bigint generated always as identity (start with 900000001),
  reference text not null check (length(reference) between 1 and 20),
  primary key (domain_id, id),
  unique (domain_id, reference)
);
select tenant_table('gateway_sim.sim_customers', 'select, insert, update');

-- Only what may be shown of a card, never its number or security code.
create table gateway_sim.sim_cards (
  domain_id bigint not null references domains,
  id bigint generated always as identity (start with 700000001),
  customer_id bigint not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry text not null check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  -- The billing zip with which the card was saved. It selects the behaviour of the simulation.
  zip text not null check (length(zip) <= 20),
  -- The name on the card.
  holder text not null default '',
  deleted_at timestamptz,
  primary key (domain_id, id),
  foreign key (domain_id, customer_id) references gateway_sim.sim_customers (domain_id, id)
);
create index sim_cards_by_customer on gateway_sim.sim_cards (domain_id, customer_id, id)
  where deleted_at is null;
select tenant_table('gateway_sim.sim_cards', 'select, insert, update');

create table gateway_sim.sim_transactions (
  domain_id bigint not null references domains,
  id bigint generated always as identity (start with 60000000001),
  kind text not null check (kind in ('charge', 'refund')),
  ref_id text not null check (length(ref_id) between 1 and 20),
  -- Of a refund: the charge that it refunds.
  charge_id bigint,
  invoice_number text not null check (length(invoice_number) <= 20),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('captured', 'held', 'declined', 'voided')),
  reason text not null,
  auth_code text,
  avs text,
  cvv text,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry text not null check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  customer_id bigint,
  submitted_at timestamptz not null,
  -- When the money was taken. The day until the settlement starts here.
  captured_at timestamptz,
  primary key (domain_id, id),
  unique (domain_id, ref_id),
  foreign key (domain_id, charge_id) references gateway_sim.sim_transactions (domain_id, id),
  foreign key (domain_id, customer_id) references gateway_sim.sim_customers (domain_id, id),
  constraint sim_transactions_charge_id_check check ((kind = 'refund') = (charge_id is not null))
);
create index sim_transactions_by_invoice
  on gateway_sim.sim_transactions (domain_id, invoice_number, amount_cents)
  where kind = 'charge';
create index sim_transactions_by_charge on gateway_sim.sim_transactions (domain_id, charge_id)
  where charge_id is not null;
select tenant_table('gateway_sim.sim_transactions', 'select, insert, update');

-- Invoice numbers that are never charged, because nothing was charged when their payment was given up.
create table gateway_sim.sim_closed_invoices (
  domain_id bigint not null references domains,
  invoice_number text not null check (length(invoice_number) between 1 and 20),
  primary key (domain_id, invoice_number)
);
select tenant_table('gateway_sim.sim_closed_invoices', 'select, insert');

create table simulated_labels (
  domain_id bigint not null references domains,
  tracking_number text not null check (tracking_number ~ '^SIM[0-9]{12}$'),
  reference text not null check (length(reference) between 1 and 20),
  -- Sender, recipient and parcel, so that the label can be drawn again.
  ordered jsonb not null,
  made_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (domain_id, tracking_number),
  unique (domain_id, reference)
);
select tenant_table('simulated_labels', 'select, insert, update (cancelled_at)');
