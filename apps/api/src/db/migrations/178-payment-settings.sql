-- The card gateways of the domains.

-- The card gateway of a domain. Without a row: the simulator, where the portal has one. The two secret keys are encrypted with a
-- key that is derived from SECRET_KEY. The login id and the client key are public.
create table payment_settings (
  domain_id bigint primary key references domains,
  gateway text not null default 'embedded' check (gateway in ('embedded', 'authorizenet')),
  environment text not null default 'sandbox' check (environment in ('sandbox', 'production')),
  api_login_id text not null default '' check (length(api_login_id) <= 25),
  client_key text not null default '' check (length(client_key) <= 200),
  transaction_key bytea,
  signature_key bytea,
  constraint payment_settings_account_check
    check (gateway <> 'authorizenet' or (api_login_id <> '' and client_key <> '' and transaction_key is not null))
);
select tenant_table('payment_settings', 'select, insert, update');

-- Notices of a gateway's webhook that were received, so that a repeated one changes nothing.
create table payment_webhook_events (
  domain_id bigint not null references domains,
  gateway text not null,
  event_id text not null check (length(event_id) between 1 and 100),
  event text not null,
  gateway_trans_id text,
  ref_id text,
  received_at timestamptz not null default now(),
  -- Set when the job has applied the notice.
  applied_at timestamptz,
  primary key (domain_id, gateway, event_id)
);
create index payment_webhook_events_by_time on payment_webhook_events (domain_id, received_at);
select tenant_table('payment_webhook_events', 'select, insert, update (applied_at)');

-- Saved cards belong to the account: they are given up when the domain changes its account.
grant delete on payment_customers to vialdesk_app;
