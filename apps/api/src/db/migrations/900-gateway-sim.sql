-- Books of the payment simulator. They stand in for another company's: nothing of ours refers to them, and they are
-- written in transactions of their own. Of a card they keep what may be shown, never its number or security code.

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

create table gateway_sim.sim_cards (
  domain_id bigint not null references domains,
  id bigint generated always as identity (start with 700000001),
  customer_id bigint not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry text not null check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  -- The billing zip that the card was saved with; it chooses how the simulator behaves.
  zip text not null check (length(zip) <= 20),
  deleted_at timestamptz,
  primary key (domain_id, id),
  foreign key (domain_id, customer_id) references gateway_sim.sim_customers (domain_id, id)
);
create index cards_of_customer on gateway_sim.sim_cards (domain_id, customer_id, id) where deleted_at is null;
select tenant_table('gateway_sim.sim_cards', 'select, insert, update');

create table gateway_sim.sim_transactions (
  domain_id bigint not null references domains,
  id bigint generated always as identity (start with 60000000001),
  kind text not null check (kind in ('charge', 'refund')),
  ref_id text not null check (length(ref_id) between 1 and 20),
  -- The charge that a refund pays back.
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
  -- When the money was taken; a day's settlement counts from here.
  captured_at timestamptz,
  primary key (domain_id, id),
  unique (domain_id, ref_id),
  foreign key (domain_id, charge_id) references gateway_sim.sim_transactions (domain_id, id),
  foreign key (domain_id, customer_id) references gateway_sim.sim_customers (domain_id, id),
  check ((kind = 'refund') = (charge_id is not null))
);
create index charges_of_invoice on gateway_sim.sim_transactions (domain_id, invoice_number, amount_cents) where kind = 'charge';
create index refunds_of_charge on gateway_sim.sim_transactions (domain_id, charge_id) where charge_id is not null;
select tenant_table('gateway_sim.sim_transactions', 'select, insert, update');
