-- Templates of documents to sign, and how a domain signs.

-- How the documents of a domain are signed. Without a row: by the portal's own engine. The secrets are encrypted with a
-- key that is derived from SECRET_KEY.
create table signing_settings (
  domain_id bigint primary key references domains,
  provider text not null default 'embedded' check (provider in ('embedded', 'boldsign')),
  region text not null default 'us' check (region in ('us', 'eu', 'ca', 'au')),
  api_key bytea,
  webhook_secret bytea,
  constraint signing_settings_api_key_check check (provider <> 'boldsign' or api_key is not null)
);
select tenant_table('signing_settings', 'select, insert, update');

-- Templates for patients, harvest centers and referral harvest centers. To sign up, a center signs every usable
-- template of its type.
create table templates (
  like numbered_row,
  -- The membership that signs: patient, harvest center or referral harvest center.
  type smallint not null check (type in (2, 4, 5)),
  document_group text check (document_group in ('attestation', 'processing', 'storage')),
  -- The center for whose patients the template is. Null: for all of the domain.
  center_id bigint,
  title text not null check (length(title) between 1 and 200),
  description text not null,
  document_message text not null,
  -- The public id, which nobody can guess.
  template_id text not null check (template_id ~ '^[a-z0-9]{40}$'),
  provider text not null check (provider in ('embedded', 'boldsign')),
  -- The id at an external provider.
  provider_ref text,
  status text not null default 'Processing' check (status in ('Processing', 'Completed', 'Failed')),
  status_reason text not null default '',
  is_active boolean not null default true,
  -- The newest version. 0 until the uploaded PDF is prepared.
  version integer not null default 0,
  -- Signers whose signature has no place in the newest version.
  missing_signatures text[] not null default '{}',
  -- The uploaded file, until the first version is made from it.
  upload_key text,
  created_by bigint,
  admin_name text not null,
  admin_email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint templates_template_id_key unique (domain_id, template_id),
  constraint templates_type_document_group_check check ((type = 2) = (document_group is not null)),
  constraint templates_center_id_check check (center_id is null or document_group = 'attestation')
);
create index templates_by_type on templates (domain_id, type, id);
select tenant_table('templates', 'select, insert, update', 'numbered', 'kept');
select refers_to('templates', 'users', 'center_id', 'created_by');

-- A version is never changed: documents keep the version from which they were made.
create table template_versions (
  domain_id bigint not null references domains,
  template_id bigint not null,
  version integer not null check (version > 0),
  file_key text not null,
  -- Of the file, in hexadecimal.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The visible size of each page in points: [{width, height}].
  pages jsonb not null,
  fields jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (domain_id, template_id, version),
  foreign key (domain_id, template_id) references templates (domain_id, id)
);
select tenant_table('template_versions', 'select, insert', 'append_only');
select refers_to('template_versions', 'users', 'created_by');

-- An open editor. Its secret is in the link; only the hash is stored.
create table template_editor_sessions (
  domain_id bigint not null references domains,
  token_hash bytea not null,
  template_id bigint not null,
  user_id bigint not null,
  -- The editor ends with the session that opened it.
  session_id bigint not null,
  expires_at timestamptz not null,
  primary key (domain_id, token_hash),
  foreign key (domain_id, template_id) references templates (domain_id, id),
  foreign key (domain_id, session_id) references sessions (domain_id, id) on delete cascade
);
create index template_editor_sessions_by_session on template_editor_sessions (domain_id, session_id);
create index template_editor_sessions_by_template on template_editor_sessions (domain_id, template_id);
create index template_editor_sessions_by_expiry on template_editor_sessions (domain_id, expires_at);
select tenant_table('template_editor_sessions', 'select, insert, delete');
select refers_to('template_editor_sessions', 'users', 'user_id');
