-- Stored files, and the documents that a center must sign before it signs up.

-- Uploaded files. The row is written before the file. A file is unused until something refers to it, so the
-- nightly sweep deletes files of aborted uploads and replaced files.
create table stored_files (
  domain_id bigint not null references domains,
  key text not null,
  unused_since timestamptz,
  primary key (domain_id, key)
);
create index stored_files_unused on stored_files (domain_id, unused_since) where unused_since is not null;
select tenant_table('stored_files', 'select, insert, update');

create function mark_logo_unused() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stored_files set unused_since = now()
  where domain_id = old.domain_id
    and key = old.domain_id || '/hc-logos/' || old.hc_logo;
  return null;
end $$;
create trigger mark_logo_unused after delete on users for each row
  when (old.hc_logo is not null)
  execute function mark_logo_unused();

-- The domain's templates for patients, harvest centers and referral harvest centers. To sign up, a center
-- signs every active template of its type.
create table signing_templates (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  -- The membership: patient, harvest center or referral harvest center.
  type smallint not null check (type in (2, 4, 5)),
  title text not null check (length(title) between 1 and 200),
  -- The id in the signing engine.
  template_id text not null check (length(template_id) between 1 and 100),
  is_active boolean not null default true,
  primary key (domain_id, id),
  constraint signing_templates_template_id_key unique (domain_id, template_id)
);
create index signing_templates_by_type on signing_templates (domain_id, type, id) where is_active;
select tenant_table('signing_templates', 'select');

-- Documents that were completely signed in the signing engine. A guest's document has no user until the guest
-- signs up with it. Then it belongs to that account for good. Only the engine may insert a document; a
-- sign-up may only set the user.
create table signed_documents (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  document_id text not null check (length(document_id) between 1 and 100),
  template_id text not null,
  signed_at timestamptz not null default now(),
  user_id bigint,
  primary key (domain_id, id),
  constraint signed_documents_document_id_key unique (domain_id, document_id),
  foreign key (domain_id, template_id) references signing_templates (domain_id, template_id),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
create index signed_documents_by_user on signed_documents (domain_id, user_id) where user_id is not null;
create index signed_documents_by_template on signed_documents (domain_id, template_id);
select tenant_table('signed_documents', 'select');
grant update (user_id) on signed_documents to vialdesk_app;
