-- Files that were uploaded. Each is noted here before it is kept, and counts as unused until something refers to it: what an
-- upload was killed over, or what was replaced, is found here and swept.
create table stored_files (
  domain_id bigint not null references domains,
  key text not null,
  unused_since timestamptz,
  primary key (domain_id, key)
);
create index unused_files on stored_files (domain_id, unused_since) where unused_since is not null;
select tenant_table('stored_files', 'select, insert, update');

-- A user that is deleted lets its logo go.
create function release_logo() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stored_files set unused_since = now() where domain_id = old.domain_id and key = old.domain_id || '/hc-logos/' || old.hc_logo;
  return null;
end $$;
create trigger release_logo after delete on users for each row when (old.hc_logo is not null) execute function release_logo();
