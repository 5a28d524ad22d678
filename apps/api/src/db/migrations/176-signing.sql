-- The portal's own signing engine.

-- An open signing page. Its secret is in the link of the frame; only the hash is stored. A new session of a signer ends the
-- earlier one.
create table signing_sessions (
  domain_id bigint not null references domains,
  token_hash bytea not null,
  recipient_id bigint not null,
  -- The user who opened the page: the account of the signer, or a staff user of the signing center. Null for a guest.
  user_id bigint,
  -- The page of a user ends with the session that opened it.
  session_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- replaced: the signer opened the document again elsewhere. After `signed` the page still shows the signer's copy.
  end_reason text check (end_reason in ('replaced', 'signed', 'declined', 'revoked')),
  primary key (domain_id, token_hash),
  foreign key (domain_id, recipient_id) references document_recipients (domain_id, id),
  foreign key (domain_id, session_id) references sessions (domain_id, id) on delete cascade,
  constraint signing_sessions_ended_at_check check ((ended_at is null) = (end_reason is null)),
  constraint signing_sessions_session_id_check check ((user_id is null) = (session_id is null))
);
create index signing_sessions_by_session on signing_sessions (domain_id, session_id) where session_id is not null;
create unique index signing_sessions_live on signing_sessions (domain_id, recipient_id) where ended_at is null;
create index signing_sessions_by_recipient on signing_sessions (domain_id, recipient_id);
create index signing_sessions_by_expiry on signing_sessions (domain_id, expires_at);
select tenant_table('signing_sessions', 'select, insert, update, delete');
select refers_to('signing_sessions', 'users', 'user_id');

-- Events of a provider's webhook that were received, so that a repeated one changes nothing.
create table signing_webhook_events (
  domain_id bigint not null references domains,
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 100),
  received_at timestamptz not null default now(),
  primary key (domain_id, provider, event_id)
);
create index signing_webhook_events_by_time on signing_webhook_events (domain_id, received_at);
select tenant_table('signing_webhook_events', 'select, insert, delete');

-- The certificate that seals documents and its private key, made at the first start if SIGNING_P12 is not set. It belongs to
-- the installation. Only the owner reads it.
create table signing_certificate (
  id boolean primary key default true check (id),
  -- PEM, encrypted with a key that is derived from SECRET_KEY.
  sealed bytea not null,
  created_at timestamptz not null default now()
);
