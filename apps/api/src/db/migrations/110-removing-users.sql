-- Deletes an inactive user on which nothing hangs that must be kept, and answers whether it did. What hangs on a user says so itself:
-- a reference that deletes with it goes, any other keeps it, among them those of tables that are yet to come.
create function delete_user(wanted bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Who ever logged in is named in the record by what it did and saw: the name stays beside it.
  if not exists (select from users u where u.domain_id = current_domain() and u.id = wanted and not u.active
      and u.removed_at is null and u.last_login is null) then
    return false;
  end if;
  -- A lab record in which nobody ever entered anything is none.
  delete from lab_records l where l.domain_id = current_domain() and l.user_id = wanted and l.version = 1
    and num_nonnulls(l.date_adipose_shipped_to_lab, l.date_adipose_received_by_lab, l.estimated_date_vials_ready_to_ship,
      l.date_vials_ready_to_ship, l.stemcell_plating_initiated_date) = 0
    and num_nonnulls(l.stemcell_plating_successful, l.hla_typing_test, l.infectious_testing_complete) = 0
    and l.number_times_qc_done + l.vials_preparation + l.vials_ready_ship = 0 and not l.estimated_date_manual;
  delete from users u where u.domain_id = current_domain() and u.id = wanted;
  return true;
exception when foreign_key_violation then
  return false;
end $$;
revoke all on function delete_user from public;
grant execute on function delete_user to vialdesk_app;
