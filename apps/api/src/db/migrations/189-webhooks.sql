-- Outgoing webhooks: the endpoints of a domain, and what was sent or is still to be sent to them.

create table webhook_endpoints (
  like numbered_row,
  url text not null check (length(url) between 1 and 500),
  events text[] not null check (cardinality(events) >= 1),
  active boolean not null default true,
  -- Encrypted with a key that is derived from SECRET_KEY.
  secret bytea not null,
  -- After a rotation, the previous secret signs too, up to this time.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Attempts in a row that got no answer. While they last, nothing is sent up to `silent_until`.
  unanswered integer not null default 0,
  silent_until timestamptz,
  created_at timestamptz not null default now(),
  constraint webhook_endpoints_previous_secret_check
    check ((previous_secret is null) = (previous_secret_until is null))
);
select tenant_table('webhook_endpoints', 'select, insert, update, delete', 'numbered');

create table webhook_deliveries (
  like numbered_row,
  endpoint_id bigint not null,
  -- The same for all endpoints and all attempts, so that a receiver recognises a repetition.
  event_id uuid not null,
  event text not null,
  -- Ids only.
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Attempts in all, and since the event was queued or delivered again.
  attempts integer not null default 0,
  tries integer not null default 0,
  -- Of the last attempt: its HTTP status, and why it failed.
  status smallint,
  problem text not null default '',
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  foreign key (domain_id, endpoint_id) references webhook_endpoints (domain_id, id) on delete cascade
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (domain_id, endpoint_id, id);
create index webhook_deliveries_by_state on webhook_deliveries (domain_id, state, id);
create index webhook_deliveries_by_endpoint_state on webhook_deliveries (domain_id, endpoint_id, state, id);
create index webhook_deliveries_by_time on webhook_deliveries (domain_id, created_at);
select tenant_table('webhook_deliveries', 'select, insert, update, delete', 'numbered');

-- Queues a delivery. Each endpoint has its own queue, so a receiver that does not answer occupies one worker at most
-- and delays no other endpoint.
create function enqueue_webhook_delivery(
  delivery_id bigint,
  endpoint_id bigint,
  run_at timestamptz default null
) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(
    'webhooks.deliver',
    jsonb_build_object(
      'domain_id', public.current_domain(),
      'data', jsonb_build_object('delivery_id', enqueue_webhook_delivery.delivery_id),
      'request_id', nullif(current_setting('app.request_id', true), ''),
      'traceparent', nullif(current_setting('app.traceparent', true), ''))::json,
    queue_name => 'webhooks:' || public.current_domain() || ':' || enqueue_webhook_delivery.endpoint_id,
    run_at => enqueue_webhook_delivery.run_at,
    max_attempts => 12,
    job_key => 'webhooks.deliver:' || public.current_domain() || ':' || enqueue_webhook_delivery.delivery_id,
    -- After everything that people wait for.
    priority => 10
  )
$$;
grant execute on function enqueue_webhook_delivery to vialdesk_app;
