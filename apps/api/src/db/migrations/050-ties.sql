-- Ties between users: staff and centers, referral centers and harvest centers. A row that is only a tie is
-- deleted with its user ("on delete cascade"). Any other reference keeps the user: see delete_user.

create table staff_centers (
  domain_id bigint not null references domains,
  staff_id bigint not null,
  center_id bigint not null,
  primary key (domain_id, staff_id, center_id)
);
select tenant_table('staff_centers', 'select, insert, delete');
select belongs_to('staff_centers', 'users', 'staff_id', 'center_id');

create table referral_centers (
  domain_id bigint not null references domains,
  referral_center_id bigint not null,
  center_id bigint not null,
  primary key (domain_id, referral_center_id, center_id)
);
select tenant_table('referral_centers', 'select, insert, delete');
select belongs_to('referral_centers', 'users', 'referral_center_id', 'center_id');

-- A former staff user knows the invitation links of the center, for staff and for referral centers. They end
-- with the tie. A referral center that lost its harvest center must not get it back with an older invitation link.
create function invalidate_links() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_staff boolean;
  centers bigint[];
begin
  if tg_table_name = 'users' then
    is_staff := old.subscription = membership_id('hc_staff');
    centers := array(
      select s.center_id
      from staff_centers s
      where is_staff and s.domain_id = old.domain_id and s.staff_id = old.id
      union all
      select r.center_id
      from referral_centers r
      where not is_staff and r.domain_id = old.domain_id and r.referral_center_id = old.id
    );
  else
    is_staff := tg_table_name = 'staff_centers';
    centers := array[old.center_id];
  end if;
  update users u
  set
    staff_link_version = u.staff_link_version + is_staff::integer,
    referral_link_version = u.referral_link_version + 1
  where u.domain_id = old.domain_id
    and u.id = any(centers);
  return null;
end $$;
create trigger invalidate_links after delete on staff_centers for each row execute function invalidate_links();
create trigger invalidate_links after delete on referral_centers for each row execute function invalidate_links();
create trigger invalidate_links after update of active on users for each row
  when (
    old.active and not new.active
    and old.subscription in (membership_id('hc_staff'), membership_id('referral_harvest_center'))
  )
  execute function invalidate_links();

-- A referral center asks to refer to a harvest center. Only a confirmed request becomes a row of
-- referral_centers, so queries of that table never see a request that waits or was refused.
create table association_requests (
  like numbered_row,
  referral_center_id bigint not null,
  center_id bigint not null,
  requested_at timestamptz not null default now(),
  decision text check (decision in ('confirmed', 'refused')),
  decided_at timestamptz,
  decided_by bigint,
  constraint association_requests_decided_at_check check ((decision is null) = (decided_at is null))
);
create index association_requests_by_center on association_requests (domain_id, center_id, id desc);
create unique index association_requests_waiting_key
  on association_requests (domain_id, referral_center_id, center_id)
  where decision is null;
select tenant_table('association_requests', 'select, insert, update', 'numbered');
select belongs_to('association_requests', 'users', 'referral_center_id', 'center_id');
select refers_to('association_requests', 'users', 'decided_by');

-- Centers whose data staff and labs may see: the tie exists now and the center is active (decision 036). Call
-- these functions in "from": PostgreSQL then inlines them into the query and reads their tables by index.
create function centers_of_staff(staff bigint) returns setof bigint
language sql stable as $$
  select c.id
  from staff_centers s
  join users c on c.domain_id = s.domain_id and c.id = s.center_id
  where s.domain_id = current_domain()
    and s.staff_id = staff
    and c.active
    and c.subscription = membership_id('harvest_center')
$$;

create function centers_of_lab(lab bigint) returns setof bigint
language sql stable as $$
  select c.id
  from users c
  where c.domain_id = current_domain()
    and c.lab_id = lab
    and c.active
    and c.subscription = membership_id('harvest_center')
$$;
