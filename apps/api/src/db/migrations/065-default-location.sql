-- Whoever has locations has exactly one default: at most one by the index of 060-checkout.sql, at least one by this, once a
-- transaction ends.
create function keep_a_default_location() returns trigger language plpgsql as $$
declare
  was locations := coalesce(old, new);
begin
  if exists (select from locations l where l.domain_id = was.domain_id and l.user_id = was.user_id)
    and not exists (select from locations l where l.domain_id = was.domain_id and l.user_id = was.user_id and l.is_default) then
    raise exception 'user % has locations and no default one', was.user_id using errcode = 'check_violation', constraint = 'a_default_location';
  end if;
  return null;
end $$;
create constraint trigger a_default_location_added after insert on locations deferrable initially deferred
  for each row when (not new.is_default) execute function keep_a_default_location();
create constraint trigger a_default_location_left after update on locations deferrable initially deferred
  for each row when (old.is_default and (not new.is_default or old.user_id <> new.user_id)) execute function keep_a_default_location();
create constraint trigger a_default_location_deleted after delete on locations deferrable initially deferred
  for each row when (old.is_default) execute function keep_a_default_location();
