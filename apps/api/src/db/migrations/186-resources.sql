-- Assets: links and files that admins offer to memberships.

create table assets (
  like numbered_row,
  asset_name text not null check (length(asset_name) between 1 and 200),
  description text not null check (length(description) between 1 and 2000),
  -- The memberships that see it. Admins see every asset.
  membership_ids smallint[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Increases with every edit, so that an edit of an older one is refused.
  version integer not null default 1
);
select tenant_table('assets', 'select, insert, update, delete', 'numbered');

-- The pages on which an asset is suggested, as paths that may have parameters: `/lab/{id?}`.
create table asset_sections (
  like numbered_row,
  asset_id bigint not null,
  position smallint not null,
  url text not null check (url like '/%' and length(url) <= 200),
  foreign key (domain_id, asset_id) references assets (domain_id, id) on delete cascade,
  constraint asset_sections_url_key unique (domain_id, asset_id, url)
);
select tenant_table('asset_sections', 'select, insert, update (position), delete', 'numbered');

-- Uploaded files, whether an attachment refers to them yet or not. The nightly sweep deletes unused files with their rows.
create table asset_files (
  domain_id bigint not null references domains,
  name text not null,
  -- In the file store.
  key text not null generated always as (domain_id::text || '/assets/' || name) stored,
  -- Bytes.
  size integer not null check (size > 0),
  -- From the content.
  media_type text not null,
  primary key (domain_id, name),
  foreign key (domain_id, key) references stored_files (domain_id, key) on delete cascade
);
create unique index asset_files_by_key on asset_files (domain_id, key);
select tenant_table('asset_files', 'select, insert');

-- The links and files of an asset, in their order.
create table asset_attachments (
  like numbered_row,
  asset_id bigint not null,
  position smallint not null,
  -- 1: a link. 2: a file.
  type smallint not null check (type in (1, 2)),
  name text not null default '' check (length(name) <= 200),
  url text,
  file_name text,
  -- How often users opened it. Admins are not counted.
  views integer not null default 0,
  foreign key (domain_id, asset_id) references assets (domain_id, id) on delete cascade,
  foreign key (domain_id, file_name) references asset_files (domain_id, name),
  constraint asset_attachments_file_key unique (domain_id, file_name),
  constraint asset_attachments_target_check
    check (case type when 1 then url is not null and file_name is null
      else url is null and file_name is not null and name <> '' end)
);
create index asset_attachments_by_asset on asset_attachments (domain_id, asset_id);
select tenant_table('asset_attachments', 'select, insert, update, delete', 'numbered');
