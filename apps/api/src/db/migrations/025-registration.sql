-- What a center must have signed before it signs up.

-- The domain's templates: type 2 for patients, 4 for harvest centers, 5 for referral harvest centers. While any of a center's type
-- is active, that kind of center signs every active one to sign up.
create table signing_templates (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  type smallint not null check (type in (2, 4, 5)),
  title text not null check (length(title) between 1 and 200),
  -- As the signing engine knows it.
  template_id text not null check (length(template_id) between 1 and 100),
  is_active boolean not null default true,
  primary key (domain_id, id),
  constraint signing_templates_known unique (domain_id, template_id)
);
select tenant_table('signing_templates', 'select');
create index signing_templates_of_type on signing_templates (domain_id, type, id) where is_active;

-- Documents that the signing engine has seen signed to the end. A visitor's has no user until the visitor signs up with it, and
-- belongs to that account for good. Only the engine may say that a document was signed; a sign-up may only take one.
create table signed_documents (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  document_id text not null check (length(document_id) between 1 and 100),
  template_id text not null,
  signed_at timestamptz not null default now(),
  user_id bigint,
  primary key (domain_id, id),
  constraint signed_documents_known unique (domain_id, document_id),
  foreign key (domain_id, template_id) references signing_templates (domain_id, template_id),
  foreign key (domain_id, user_id) references users (domain_id, id)
);
select tenant_table('signed_documents', 'select');
grant update (user_id) on signed_documents to vialdesk_app;
create index signed_documents_of_user on signed_documents (domain_id, user_id) where user_id is not null;
create index signed_documents_of_template on signed_documents (domain_id, template_id);
