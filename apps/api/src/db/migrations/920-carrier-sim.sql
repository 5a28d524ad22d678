-- Books of the label simulator. They stand in for a carrier's: nothing of ours refers to them. Written in transactions of their own.
create table simulated_labels (
  domain_id bigint not null references domains,
  tracking_number text not null check (tracking_number ~ '^SIM[0-9]{12}$'),
  reference text not null check (length(reference) between 1 and 20),
  -- Who sends it to whom, so that the label can be drawn again.
  ordered jsonb not null,
  made_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (domain_id, tracking_number),
  unique (domain_id, reference)
);
select tenant_table('simulated_labels', 'select, insert, update (cancelled_at)');
