-- Where mail lands when no mail server is configured.

create table mail_outbox (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  message_id text not null check (length(message_id) between 1 and 120),
  sender_name text not null,
  sender_address text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now(),
  primary key (domain_id, id),
  unique (domain_id, message_id)
);
select tenant_table('mail_outbox', 'select, insert');
