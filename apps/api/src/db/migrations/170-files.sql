-- Stored files.

-- Uploaded files. The row is written before the file. A file is unused until something refers to it, so the
-- nightly sweep deletes files of aborted uploads and replaced files.
create table stored_files (
  domain_id bigint not null references domains,
  key text not null,
  unused_since timestamptz,
  -- The person who uploaded it. Only this person may use it first. Null: made by a job or on a signing page.
  uploaded_by bigint default coalesce(current_impersonator(), current_actor()),
  primary key (domain_id, key),
  foreign key (domain_id, uploaded_by) references users (domain_id, id) on delete set null (uploaded_by)
);
create index stored_files_by_uploader on stored_files (domain_id, uploaded_by) where uploaded_by is not null;
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
