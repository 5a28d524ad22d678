-- Filters, order and page size of a list that a user saved under a name.

create table saved_views (
  like numbered_row,
  user_id bigint not null,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  filter jsonb not null,
  -- All admins of the domain see it.
  shared boolean not null default false,
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade,
  constraint saved_views_name_key unique (domain_id, user_id, list, name)
);
create index saved_views_shared on saved_views (domain_id, list) where shared;
select tenant_table('saved_views', 'select, insert, update (name, filter, shared), delete', 'numbered');
