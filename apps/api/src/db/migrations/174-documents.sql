-- Documents that patients and centers sign. Their list has tallies and a search by words.

-- To sort by the status.
create function document_status_number(status text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['Pending', 'Completed', 'Declined', 'Expired', 'Revoked'], status)
$$;

create table documents (
  like numbered_row,
  -- The public id, which nobody can guess.
  document_id text not null check (document_id ~ '^[a-z0-9]{40}$'),
  -- The list that shows the document: of patients or of centers. test: made by the template editor, in no list.
  party text not null check (party in ('patient', 'center', 'test')),
  kind text not null check (kind in ('attestation', 'processing', 'storage', 'registration', 'other')),
  name text not null check (length(name) between 1 and 200),
  message text not null default '',
  -- The version of the template that is signed. Null: signed on paper and uploaded.
  template_id bigint,
  template_version integer,
  provider text not null default 'embedded' check (provider in ('embedded', 'boldsign')),
  -- The id at an external provider.
  provider_ref text,
  status text not null default 'Pending'
    check (status in ('Pending', 'Completed', 'Declined', 'Expired', 'Revoked')),
  step text not null check (step in ('sending', 'send_failed', 'waiting', 'sealing', 'seal_failed', 'done')),
  failure text not null default '',
  -- The account of the patient. Null for an address without account.
  patient_id bigint,
  patient_name text not null default '',
  patient_email text not null default '',
  -- Of a patient's document: the patient's centers, or the center that requested it for an address without account.
  -- Of a center's document: the center itself, and null until a visitor has signed up with the document.
  harvest_center_id bigint,
  referral_center_id bigint,
  referred_center_id bigint,
  requested_by bigint,
  -- Values of prefilled fields: {field id: text}.
  prefill jsonb not null default '{}',
  reason text not null default '',
  note text not null default '',
  expires_at timestamptz,
  reminders smallint not null default 0,
  next_reminder_at timestamptz,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- The PDF that the signers see, and the sealed file. An uploaded document has a sealed file only.
  original_key text,
  original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_key text,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  sealed_pages integer,
  -- Removed from the lists by an admin. The row and its files are kept.
  hidden_at timestamptz,
  legal_hold boolean not null default false,
  search tsvector not null default ''::tsvector,
  constraint documents_document_id_key unique (domain_id, document_id),
  foreign key (domain_id, template_id, template_version)
    references template_versions (domain_id, template_id, version),
  constraint documents_template_version_check check ((template_id is null) = (template_version is null)),
  -- A completed document has a sealed file: nothing counts as signed before its file is kept.
  constraint documents_completed_at_check check ((status = 'Completed') = (completed_at is not null)),
  constraint documents_sealed_key_check check (
    (sealed_key is null) = (sealed_sha256 is null) and (status <> 'Completed' or sealed_key is not null)
  ),
  constraint documents_status_step_check check ((status = 'Pending') = (step <> 'done'))
);
create index documents_by_patient on documents (domain_id, patient_id, id desc) where patient_id is not null;
create index documents_by_harvest_center on documents (domain_id, harvest_center_id, id desc)
  where harvest_center_id is not null;
create index documents_by_referral_center on documents (domain_id, referral_center_id, id desc)
  where referral_center_id is not null;
create index documents_by_referred_center on documents (domain_id, referred_center_id, id desc)
  where referred_center_id is not null;
create index documents_by_template on documents (domain_id, template_id, template_version)
  where template_id is not null;
create index documents_by_provider_ref on documents (domain_id, provider, provider_ref)
  where provider_ref is not null;
create index documents_by_address on documents (domain_id, lower(patient_email)) where patient_id is null;
create index documents_by_status on documents (domain_id, status, id desc) where party = 'patient' and hidden_at is null;
-- The orders of the list of documents (decision 070).
create index documents_in_order_of_name on documents (domain_id, (sort_text(name) collate "C"), id)
  where party = 'patient' and hidden_at is null;
create index documents_in_order_of_status on documents (domain_id, (document_status_number(status)), id)
  where party = 'patient' and hidden_at is null;
create index documents_in_order_of_requested on documents (domain_id, created_at, id)
  where party = 'patient' and hidden_at is null;
create index documents_in_order_of_completed on documents (domain_id, completed_at, id)
  where party = 'patient' and hidden_at is null;
create index documents_failed on documents (domain_id, id desc) where step in ('send_failed', 'seal_failed');
create index documents_unfinished on documents (domain_id, id) where step in ('sending', 'sealing');
create index documents_to_remind on documents (domain_id, next_reminder_at)
  where status = 'Pending' and next_reminder_at is not null;
create index documents_to_expire on documents (domain_id, expires_at) where status = 'Pending' and expires_at is not null;
create index documents_by_sealed_sha256 on documents (domain_id, sealed_sha256) where sealed_sha256 is not null;
select tenant_table('documents', 'select, insert, update', 'numbered', 'kept');
select refers_to('documents', 'users',
  'patient_id', 'harvest_center_id', 'referral_center_id', 'referred_center_id', 'requested_by');

-- A signed document is a fact: its files, its template and its signers stay as they were sealed.
create function keep_completed_document() returns trigger
language plpgsql as $$
begin
  if (old.status, old.completed_at, old.sealed_key, old.sealed_sha256, old.original_key, old.original_sha256,
      old.template_id, old.template_version, old.document_id)
    is distinct from (new.status, new.completed_at, new.sealed_key, new.sealed_sha256, new.original_key,
      new.original_sha256, new.template_id, new.template_version, new.document_id)
  then
    raise exception 'a completed document cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_completed before update on documents for each row
  when (old.status = 'Completed')
  execute function keep_completed_document();

create table document_recipients (
  like numbered_row,
  document_id bigint not null,
  role text not null check (role in ('patient', 'center')),
  -- Signers sign in this order, from 1.
  position smallint not null check (position > 0),
  -- The account that signs. Null for a guest.
  user_id bigint,
  name text not null,
  email text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'viewed', 'signed', 'declined')),
  -- Of the secret in the mailed link. The secret is derived from SECRET_KEY and its version: a new version ends the
  -- earlier link.
  secret_version integer not null default 0,
  secret_hash bytea,
  secret_expires_at timestamptz,
  -- Of the secret with which a guest downloads the sealed copy once.
  copy_secret_hash bytea,
  copy_expires_at timestamptz,
  viewed_at timestamptz,
  -- Proves that the PDF arrived at the signer: the answer of the PDF carries it, and the consent returns it.
  proof_hash bytea,
  consent_version text,
  -- SHA-256 of the accepted disclosure, in hexadecimal.
  consent_sha256 text,
  consented_at timestamptz,
  consent_ip text,
  consent_user_agent text,
  signed_at timestamptz,
  -- The user who really signed, such as a staff user of the center. Null for a guest.
  signed_by bigint,
  -- The printed name of the person who signed.
  signed_name text,
  ip text,
  user_agent text,
  time_zone text not null default '',
  signature_kind text check (signature_kind in ('drawn', 'typed', 'uploaded')),
  signature_key text,
  initials_key text,
  -- {field id: text} of the fields of this signer, as they were signed.
  values jsonb,
  -- SHA-256 of the bytes of the PDF, the fields, their values and the template version, in hexadecimal: what this
  -- signature is bound to.
  signed_sha256 text,
  -- Printed next to the signature.
  short_id text,
  constraint document_recipients_role_key unique (domain_id, document_id, role),
  foreign key (domain_id, document_id) references documents (domain_id, id),
  constraint document_recipients_signed_at_check check (
    (status = 'signed') = (signed_at is not null)
    and (signed_at is null or (values is not null and signed_sha256 is not null))
  )
);
create index document_recipients_by_secret on document_recipients (domain_id, secret_hash)
  where secret_hash is not null;
select tenant_table('document_recipients', 'select, insert, update', 'numbered', 'kept');
select refers_to('document_recipients', 'users', 'user_id', 'signed_by');

-- A signature is a fact. Only the secret of the signer's own copy changes afterwards, and the account of a visitor who
-- signs up.
create function keep_signature() returns trigger
language plpgsql as $$
begin
  if (to_jsonb(old) - array['copy_secret_hash', 'copy_expires_at', 'secret_hash', 'secret_expires_at', 'user_id'])
    is distinct from
    (to_jsonb(new) - array['copy_secret_hash', 'copy_expires_at', 'secret_hash', 'secret_expires_at', 'user_id'])
  then
    raise exception 'a signature cannot be changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_signature before update on document_recipients for each row
  when (old.status = 'signed')
  execute function keep_signature();

-- The history of a document, which is printed on its certificate.
create table document_events (
  like numbered_row,
  document_id bigint not null,
  -- The signer who acted, or whom the event is about.
  recipient_id bigint,
  -- The account that acted, and the person who acted in it. Null for a guest, for a job and in an own account.
  user_id bigint,
  impersonator_id bigint,
  at timestamptz not null default now(),
  type text not null check (length(type) between 1 and 40),
  ip text,
  user_agent text,
  detail text not null default '',
  foreign key (domain_id, document_id) references documents (domain_id, id),
  foreign key (domain_id, recipient_id) references document_recipients (domain_id, id),
  constraint document_events_impersonator_id_check check (impersonator_id is null or user_id is not null)
);
create index document_events_by_document on document_events (domain_id, document_id, id);
create index document_events_by_recipient on document_events (domain_id, recipient_id)
  where recipient_id is not null;
select tenant_table('document_events', 'select, insert', 'numbered', 'append_only');
select refers_to('document_events', 'users', 'user_id', 'impersonator_id');

-- The patient's centers see the patient's documents, now and after a change of center.
create function move_documents_of_patient() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update documents
  set harvest_center_id = new.harvest_center_id,
    referral_center_id = new.referral_harvest_center_id,
    referred_center_id = new.referred_center_id
  where domain_id = new.domain_id and patient_id = new.id;
  return null;
end $$;
create trigger move_documents after update of harvest_center_id, referral_harvest_center_id, referred_center_id on users
  for each row
  when (
    new.subscription = membership_id('patient')
    and (old.harvest_center_id, old.referral_harvest_center_id, old.referred_center_id)
      is distinct from (new.harvest_center_id, new.referral_harvest_center_id, new.referred_center_id)
  )
  execute function move_documents_of_patient();

-- Words are tallied by blocks of 8192 ids. Only documents in the list of patients have words.
create function document_words(d documents) returns tsvector
language sql stable as $$
  select words || words_with_block((d.id >> 13)::integer, words)
  from search_words(
    d.domain_id,
    d.id::text,
    d.name,
    d.patient_name,
    d.patient_email,
    (
      select concat_ws(' ', u.id, u.first_name, u.last_name, u.email)
      from users u
      where u.domain_id = d.domain_id and u.id = d.patient_id
    ),
    (
      select string_agg(concat_ws(' ', c.id, c.company), ' ')
      from users c
      where c.domain_id = d.domain_id
        and c.id in (d.harvest_center_id, d.referral_center_id, d.referred_center_id)
    )
  ) words
  where d.party = 'patient' and d.hidden_at is null
$$;

select searched_rows(
  'documents',
  'document_words',
  '{name, patient_id, patient_name, patient_email, harvest_center_id, referral_center_id, referred_center_id, hidden_at}',
  '{first_name, last_name, company, email}',
  'new.id in (r.patient_id, r.harvest_center_id, r.referral_center_id, r.referred_center_id)'
);

create function document_tallies(d documents, sign integer) returns setof tally_change
language sql stable as $$
  select d.domain_id, key, (d.id >> 10)::integer, sign
  from unnest(array['all', 'status:' || d.status]) key
  where d.party = 'patient' and d.hidden_at is null
$$;

select tallied_list('documents', 'documents', 'document_tallies(%s, %s)', '{status, party, hidden_at}');
select tallied_list('document_words', 'documents', 'word_tallies(%s.search, %s)', '{search}');

-- Without a status, documents of any status are found.
select search_reads('documents', 'domain_id, id, status, search');
select searched_page(
  'find_documents',
  'documents',
  'wanted_status text,',
  $$'document_words'$$,
  'wanted_status is null',
  array[[
    'true',
    'select r.id from documents r where r.search @@ wanted and r.domain_id = current_domain()
      and (wanted_status is null or r.status = wanted_status)'
  ]],
  rows_list => 'documents'
);
